"""What a run was like: a line of CSV for each look at it, and a picture."""

import csv
from pathlib import Path

COLOURS = ("#1b6ca8", "#c8553d", "#2f855a", "#8a5fbf", "#b7791f", "#555555")
WIDTH, HEIGHT, EDGE = 640, 320, 48


def add(path: Path, row: dict[str, float]) -> None:
    fresh = not path.exists()
    with path.open("a", newline="") as out:
        writer = csv.DictWriter(out, list(row))
        if fresh:
            writer.writeheader()
        writer.writerow({name: f"{value:.6g}" for name, value in row.items()})


def picture(path: Path, out: Path, names: list[str], title: str) -> None:
    """Shares and scores between 0 and 1 over the decisions seen."""
    with path.open(newline="") as text:
        rows = list(csv.DictReader(text))
    reach = max(float(row["decisions"]) for row in rows) or 1
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="{EDGE}" y="20" font-size="15">{title}</text>',
    ]
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        lines.append(f'<path d="M{EDGE} {y}H{WIDTH - 120}" stroke="#ddd"/>')
        lines.append(f'<text x="{EDGE - 30}" y="{y + 4}">{tenth / 10:.1f}</text>')
    for number, name in enumerate(names):
        points = [(float(row["decisions"]) / reach, row[name]) for row in rows if row.get(name)]
        path_of = " ".join(f"{_x(at):.1f},{_y(float(value)):.1f}" for at, value in points)
        colour, y = COLOURS[number % len(COLOURS)], 48 + 18 * number
        lines.append(f'<polyline points="{path_of}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="{WIDTH - 112}" y="{y}" fill="{colour}">{name}</text>')
    lines.append(f'<text x="{EDGE}" y="{HEIGHT - 12}">{reach / 1e6:,.1f} million decisions</text></svg>')
    out.write_text("\n".join(lines) + "\n")


def _x(share: float) -> float:
    return EDGE + share * (WIDTH - 120 - EDGE)


def _y(share: float) -> float:
    return round(HEIGHT - 40 - share * (HEIGHT - 80), 1)
