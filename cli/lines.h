/* lines.h - what a command prints, as wide as the terminal it is printed on.
 *
 * A line that is too wide goes on in the next one, below the column in which its text
 * began. In a pipe every line stays whole, for whoever searches it. */
#pragma once

void lines_print(const char *text); /* the last line ends too */
