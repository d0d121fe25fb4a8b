#ifndef MARTLET_ALLOCATIONS_H
#define MARTLET_ALLOCATIONS_H

#include <stdint.h>

/// How often this process has asked for memory so far; 0 where that can't be counted.
uint64_t allocations(void);

#endif
