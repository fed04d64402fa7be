/* names.h - which names people may have: seen as a whole, and not made to look like
 * another's.
 *
 * Refused are characters that are not seen or that turn the text around, letters
 * dressed up as others (full width, mathematical, circled), more than two marks on one
 * letter, and Latin letters mixed with Greek or Cyrillic ones. */
#pragma once

#include "engine/rules.h"

bool name_is_good(const char *name, int chars_max); /* valid UTF-8 */
/* What would turn the line around, or end it, becomes blanks. False: nothing is left
 * that is seen. */
bool text_tame(char *text); /* valid UTF-8 */
