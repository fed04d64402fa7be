/* opened.h - all games with their networks, open while a group of tests runs. */
#pragma once

#include "tests/laws/subject.h"

extern Subjects subjects;

int open_all(void **unused);
int close_all(void **unused);
