import { start } from 'parlor-games';

const match = await start('duel', { seed: 7 });
while (!match.over) {
  if (match.toAct === 0) match.apply(match.legal()[0]);
  else match.agent('greedy', 3);
}
console.log(`${match.moves} moves, seat ${match.winners} wins`);
console.log(match.save());
