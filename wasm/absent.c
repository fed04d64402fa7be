/* absent.c - what a game's record names and no rule ever calls: it traps here.
 *
 * Without it the C library would bring its files along, and with them imports. */
int snprintf(char *out, __SIZE_TYPE__ out_bytes, const char *format, ...);

int snprintf(char *out, __SIZE_TYPE__ out_bytes, const char *format, ...)
{
    (void)out, (void)out_bytes, (void)format;
    __builtin_trap();
}
