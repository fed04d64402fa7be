/* keys.c - what somebody means who types a key or a word at the prompt. */
#include "cli/play/keys.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* U+FF01 to U+FF5E stand for ! to ~, and U+3000 for the blank: three bytes become one.
 */
static size_t narrow(const char *utf8, char *out)
{
    const unsigned char *u = (const unsigned char *)utf8;
    *out = *utf8;
    if (u[0] == 0xe3 && u[1] == 0x80 && u[2] == 0x80)
        *out = ' ';
    else if (u[0] == 0xef && u[1] == 0xbc && u[2] >= 0x81)
        *out = (char)(u[2] - 0x80 + 0x20);
    else if (u[0] == 0xef && u[1] == 0xbd && u[2] >= 0x80 && u[2] <= 0x9e)
        *out = (char)(u[2] - 0x80 + 0x60);
    else
        return 1;
    return 3;
}

char *keys_plain(char *line)
{
    char *to = line;
    for (const char *from = line; *from; to++)
        from += narrow(from, to);
    *to = 0;
    while (to > line && isspace((unsigned char)to[-1]))
        *--to = 0;
    return line + strspn(line, " \t");
}

Key keys_read(const char *line)
{
    static const struct {
        Key key;
        const char *word;
    } words[] = {
        {KEY_HELP, "?"},     {KEY_HELP, "help"},  {KEY_HELP, "帮助"},
        {KEY_HELP, "幫助"},  {KEY_HELP, "說明"},  {KEY_HINT, "h"},
        {KEY_HINT, "hint"},  {KEY_HINT, "提示"},  {KEY_UNDO, "u"},
        {KEY_UNDO, "undo"},  {KEY_UNDO, "撤销"},  {KEY_UNDO, "撤銷"},
        {KEY_UNDO, "復原"},  {KEY_UNDO, "悔棋"},  {KEY_QUIT, "q"},
        {KEY_QUIT, "quit"},  {KEY_QUIT, "exit"},  {KEY_QUIT, "退出"},
        {KEY_LOG, "l"},      {KEY_LOG, "log"},    {KEY_LOG, "记录"},
        {KEY_LOG, "記錄"},   {KEY_MORE, "m"},     {KEY_MORE, "more"},
        {KEY_MORE, "更多"},  {KEY_BOARD, "b"},    {KEY_BOARD, "board"},
        {KEY_BOARD, "桌面"}, {KEY_RULES, "r"},    {KEY_RULES, "rules"},
        {KEY_RULES, "规则"}, {KEY_RULES, "規則"},
    };
    /* What is asked about is a card or a word, but for the rules. */
    const char *asked = line + strspn(line, "? \t");
    const bool asks = *line == '?' && asked[0] && asked[1];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(words[i].word, line) == 0 ||
            (asks && words[i].key == KEY_RULES &&
             strcasecmp(words[i].word, asked) == 0))
            return words[i].key;
    return KEY_NONE;
}
