/* opened.c - all games with their networks, open while a group of tests runs. */
#include "tests/agents/opened.h"

#include "agents/nets.h"

Subjects subjects;

int open_all(void **unused)
{
    (void)unused;
    subjects_open(&subjects);
    for (int i = 0; i < subjects.count; i++) {
        const Subject *s = &subjects.subject[i];
        const char *file = NULL;
        if (nets_load(s->game, s->catalog, subjects.data, &file) != ERR_OK)
            return -1;
    }
    return 0;
}

int close_all(void **unused)
{
    (void)unused;
    subjects_close(&subjects);
    return 0;
}
