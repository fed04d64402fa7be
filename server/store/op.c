/* op.c - an operation on the store: made, filled and freed the same way by everybody.
 */
#include "server/store/store.h"

#include <stdio.h>
#include <stdlib.h>

StoreOp *store_op(StoreAct act, const char *kind, const char *key)
{
    StoreOp *op = calloc(1, sizeof *op);
    ASSERT(op);
    op->act = act;
    if (kind)
        snprintf(op->kind, sizeof op->kind, "%s", kind);
    if (key)
        snprintf(op->key, sizeof op->key, "%s", key);
    return op;
}

void store_part(StoreOp *all, StoreOp *part)
{
    ASSERT(all->act == STORE_ALL &&
           (part->act == STORE_PUT || part->act == STORE_DELETE));
    *(all->parts_last ? &all->parts_last->next : &all->parts) = part;
    all->parts_last = part;
}

void store_op_free(StoreOp *op)
{
    for (StoreOp *part = op->parts, *next = NULL; part; part = next) {
        next = part->next;
        store_op_free(part);
    }
    for (int i = 0; i < op->doc_count; i++)
        free(op->docs[i].body);
    free(op->docs);
    free(op->moves);
    free(op->body);
    free(op);
}

void *store_grow(void *items, int count, size_t bytes)
{
    if (count & (count - 1))
        return items;
    void *grown = realloc(items, (size_t)(count ? 2 * count : 1) * bytes);
    ASSERT(grown);
    return grown;
}

StoreMove *store_add_move(StoreOp *op)
{
    op->moves = store_grow(op->moves, op->move_count, sizeof *op->moves);
    StoreMove *move = &op->moves[op->move_count++];
    memset(move, 0, sizeof *move);
    return move;
}

StoreDoc *store_add_doc(StoreOp *op)
{
    op->docs = store_grow(op->docs, op->doc_count, sizeof *op->docs);
    StoreDoc *doc = &op->docs[op->doc_count++];
    memset(doc, 0, sizeof *doc);
    return doc;
}
