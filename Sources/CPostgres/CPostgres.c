#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pg_library library;
static bool loaded;

static const char *const names[] = {
#ifdef __APPLE__
    "libpq.5.dylib",
    // Homebrew does not link libpq into its folder of libraries, nor is that searched on Apple
    // silicon.
    "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
    "/usr/local/opt/libpq/lib/libpq.5.dylib",
    "/opt/homebrew/lib/libpq.5.dylib",
    "/usr/local/lib/libpq.5.dylib",
#else
    "libpq.so.5",
#endif
};

static bool find(void *handle, const char *name, void *place) {
    void *function = dlsym(handle, name);
    *(void **)place = function;
    return function != NULL;
}

static bool fill(void *handle) {
#define FIND(name) find(handle, "PQ" #name, &library.name)
    return FIND(conninfoParse) && FIND(conninfoFree) && FIND(freemem) && FIND(connectdbParams) && FIND(finish) && FIND(status) &&
           FIND(errorMessage) && FIND(setNoticeReceiver) && FIND(enterPipelineMode) && FIND(pipelineSync) && FIND(sendPrepare) &&
           FIND(sendQueryPrepared) && FIND(getResult) && FIND(socket) && FIND(consumeInput) && FIND(notifies) && FIND(resultStatus) && FIND(resultErrorField) && FIND(cmdStatus) &&
           FIND(cmdTuples) && FIND(ntuples) && FIND(nfields) && FIND(ftype) && FIND(getvalue) && FIND(getlength) && FIND(getisnull) &&
           FIND(clear);
#undef FIND
}

static void load(void) {
    for (size_t i = 0; i < sizeof names / sizeof *names && !loaded; i++) {
        void *handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (handle == NULL) continue;
        loaded = fill(handle);
        // Kept open otherwise: connections use it until the process ends.
        if (!loaded) dlclose(handle);
    }
}

const pg_library *pg_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded ? &library : NULL;
}
