/* print.c - the little of snprintf that the engine's JSON needs: %s, %d, %c.
 *
 * The C library's own would bring its files along, and with them imports. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

int snprintf(char *out, size_t out_bytes, const char *format, ...);
int vsnprintf(char *out, size_t out_bytes, const char *format, va_list args);

typedef struct {
    char *out;
    size_t bytes, wanted;
} Print;

static void print_char(Print *p, char c)
{
    if (p->wanted + 1 < p->bytes)
        p->out[p->wanted] = c;
    p->wanted++;
}

/* At least 'width' digits, zeros before them; a plus sign where it is asked for. */
static void print_number(Print *p, int number, int width, bool plus)
{
    char digits[24];
    int count = 0;
    unsigned left = number < 0 ? 0U - (unsigned)number : (unsigned)number;
    do
        digits[count++] = (char)('0' + left % 10);
    while (((left /= 10) > 0 || count < width) && count < 20);
    if (number < 0 || plus)
        print_char(p, number < 0 ? '-' : '+');
    while (count > 0)
        print_char(p, digits[--count]);
}

int vsnprintf(char *out, size_t out_bytes, const char *format, va_list args)
{
    Print p = {out, out_bytes, 0};
    for (; *format; format++) {
        if (*format != '%') {
            print_char(&p, *format);
            continue;
        }
        format++;
        const bool plus = *format == '+';
        format += plus;
        int width = 0;
        for (; *format >= '0' && *format <= '9'; format++)
            width = width * 10 + *format - '0';
        if (*format == 's')
            for (const char *text = va_arg(args, const char *); *text; text++)
                print_char(&p, *text);
        else if (*format == 'd')
            print_number(&p, va_arg(args, int), width, plus);
        else if (*format == 'c')
            print_char(&p, (char)va_arg(args, int));
        else if (*format == '%')
            print_char(&p, '%');
        else
            __builtin_trap();
    }
    if (out_bytes > 0)
        out[p.wanted < out_bytes ? p.wanted : out_bytes - 1] = '\0';
    return (int)p.wanted;
}

int snprintf(char *out, size_t out_bytes, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int wanted = vsnprintf(out, out_bytes, format, args);
    va_end(args);
    return wanted;
}

char *text_copy(char *out, size_t out_bytes, const char *text);

/* A refused setup names its options with it; the rest of engine/text.c reads files. */
char *text_copy(char *out, size_t out_bytes, const char *text)
{
    snprintf(out, out_bytes, "%s", text);
    return out;
}
