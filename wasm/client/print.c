/* print.c - the little of snprintf that the engine's JSON needs: %s and %d.
 *
 * The C library's own would bring its files along, and with them imports. */
#include <stdarg.h>
#include <stddef.h>

int snprintf(char *out, size_t out_bytes, const char *format, ...);

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

static void print_number(Print *p, int number)
{
    char digits[12];
    int count = 0;
    unsigned left = number < 0 ? 0U - (unsigned)number : (unsigned)number;
    do
        digits[count++] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (number < 0)
        print_char(p, '-');
    while (count > 0)
        print_char(p, digits[--count]);
}

int snprintf(char *out, size_t out_bytes, const char *format, ...)
{
    Print p = {out, out_bytes, 0};
    va_list args;
    va_start(args, format);
    for (; *format; format++) {
        if (*format != '%') {
            print_char(&p, *format);
            continue;
        }
        format++;
        if (*format == 's')
            for (const char *text = va_arg(args, const char *); *text; text++)
                print_char(&p, *text);
        else if (*format == 'd')
            print_number(&p, va_arg(args, int));
        else
            __builtin_trap();
    }
    va_end(args);
    if (out_bytes > 0)
        out[p.wanted < out_bytes ? p.wanted : out_bytes - 1] = '\0';
    return (int)p.wanted;
}
