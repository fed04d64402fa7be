"""What a network sees: each row of its first layer is switched on by one fact.

A sight looks at one number of the observation and says which row that switches on:

IS    a number between least and most: the row for exactly this number
FROM  a number that is least or more: its one row
WITH  a flag that is set: the row for the number at a second place
VIA   the name of a thing: the row for the number at a second place, counted by that name

Whether an action is legal is a flag too, behind the observation: place = numbers + action.
Sights may share rows, which then count how many of them are on.
"""

from typing import NamedTuple

IS, FROM, WITH, VIA = range(4)


class Sight(NamedTuple):
    kind: int
    place: int
    other: int  # WITH, VIA: the second place; else 0
    row: int
    least: int
    most: int  # IS, WITH, VIA: rows for least .. most; FROM: the same as least
