/* stddef.h - what the rules need of the C library where there is none; size_t the
 * compiler brings. */
#pragma once

#ifndef NULL
#define NULL nullptr
#endif
#define offsetof(type, member) ((size_t)__INTADDR__(&((type *)0)->member))
