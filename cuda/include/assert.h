/* assert.h - what the rules need of the C library where there is none. */
#pragma once
