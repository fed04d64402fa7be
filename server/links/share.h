/* share.h - the page that a link leads to, for those who pass links on: with a title, a
 * sentence and a picture of the game. */
#pragma once

#include "server/links/files.h"

/* The page with the words of hub_preview in its head; for the caller to free. Without
 * an origin there is no picture, without words it is the page as it is. */
char *share_page(const Files *files, const WebFile *page, const char *origin,
                 const char *words);
