/* stdbool.h - what the rules need of the C library where there is none: C++ has it. */
#pragma once
