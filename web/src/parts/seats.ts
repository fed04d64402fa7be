// seats.ts - how seats are told apart in charts: a colour and a dash each.
export const seatColours = ['#0b6e66', '#b4471f', '#6b3fa0', '#8a6100'];
export const seatDashes = ['', '7 4', '2 4', '10 3 2 3'];
