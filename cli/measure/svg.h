/* svg.h - simple pictures: bars, lines and words, as SVG.
 *
 * Colours go by number, so that the same agent looks the same everywhere; -1 is ink. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    FILE *file;
} Svg;

/* False when the file cannot be written. */
bool svg_open(Svg *svg, const char *path, double wide, double tall);
void svg_text(Svg *svg, double x, double y, const char *anchor, const char *words);
void svg_bar(Svg *svg, double x, double y, double wide, double tall, int colour);
void svg_line(Svg *svg, double x, double y, double to_x, double to_y, int colour);
void svg_path_open(Svg *svg, int colour);
void svg_path_to(Svg *svg, double x, double y);
void svg_path_close(Svg *svg);
bool svg_close(Svg *svg); /* ends the picture; false when it was not written */
