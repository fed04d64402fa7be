/* svg.c - simple pictures: bars, lines and words, as SVG. */
#include "cli/measure/svg.h"

static const char *colour_of(int colour)
{
    static const char *const colours[] = {"#2563eb", "#ea580c", "#16a34a", "#9333ea",
                                          "#dc2626", "#0891b2", "#ca8a04", "#4b5563"};
    return colour < 0 ? "#1f2937" : colours[(unsigned)colour % 8];
}

bool svg_open(Svg *svg, const char *path, double wide, double tall)
{
    svg->file = fopen(path, "wb");
    if (!svg->file)
        return false;
    fprintf(svg->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
            "font-family=\"sans-serif\" font-size=\"13\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            wide, tall);
    return true;
}

void svg_text(Svg *svg, double x, double y, const char *anchor, const char *words)
{
    fprintf(svg->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">", x,
            y, anchor, colour_of(-1));
    for (; *words; words++) {
        if (*words == '<' || *words == '>' || *words == '&')
            fputs(*words == '<' ? "&lt;" : *words == '>' ? "&gt;" : "&amp;", svg->file);
        else
            fputc(*words, svg->file);
    }
    fputs("</text>\n", svg->file);
}

void svg_bar(Svg *svg, double x, double y, double wide, double tall, int colour)
{
    fprintf(svg->file,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\" "
            "fill=\"%s\"/>\n",
            x, y, wide, tall, colour_of(colour));
}

void svg_line(Svg *svg, double x, double y, double to_x, double to_y, int colour)
{
    fprintf(svg->file,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
            "stroke-width=\"2\"/>\n",
            x, y, to_x, to_y, colour_of(colour));
}

void svg_path_open(Svg *svg, int colour)
{
    fprintf(svg->file,
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"",
            colour_of(colour));
}

void svg_path_to(Svg *svg, double x, double y)
{
    fprintf(svg->file, "%.1f,%.1f ", x, y);
}

void svg_path_close(Svg *svg)
{
    fputs("\"/>\n", svg->file);
}

bool svg_close(Svg *svg)
{
    fputs("</svg>\n", svg->file);
    const bool written = !ferror(svg->file);
    return fclose(svg->file) == 0 && written;
}
