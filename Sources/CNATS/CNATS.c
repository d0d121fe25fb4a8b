#include "CNATS.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static nats_library library;
static bool loaded;

static bool find(void *handle, const char *name, void *place) {
    void *function = dlsym(handle, name);
    *(void **)place = function;
    return function != NULL;
}

static bool fill(void *handle) {
#define FIND(field, name) find(handle, name, &library.field)
    return FIND(optionsCreate, "natsOptions_Create") && FIND(optionsDestroy, "natsOptions_Destroy") &&
           FIND(setServers, "natsOptions_SetServers") && FIND(setName, "natsOptions_SetName") && FIND(setNoEcho, "natsOptions_SetNoEcho") &&
           FIND(setMaxReconnect, "natsOptions_SetMaxReconnect") && FIND(setReconnectWait, "natsOptions_SetReconnectWait") &&
           FIND(setPingInterval, "natsOptions_SetPingInterval") && FIND(setMaxPingsOut, "natsOptions_SetMaxPingsOut") &&
           FIND(setWriteDeadline, "natsOptions_SetWriteDeadline") && FIND(setClosedCB, "natsOptions_SetClosedCB") &&
           FIND(getLastError, "natsConnection_GetLastError") &&
           FIND(setRetryOnFailedConnect, "natsOptions_SetRetryOnFailedConnect") && FIND(setDisconnectedCB, "natsOptions_SetDisconnectedCB") &&
           FIND(setReconnectedCB, "natsOptions_SetReconnectedCB") &&
           FIND(setSecure, "natsOptions_SetSecure") && FIND(loadCATrustedCertificates, "natsOptions_LoadCATrustedCertificates") &&
           FIND(setUserCredentialsFromFiles, "natsOptions_SetUserCredentialsFromFiles") && FIND(connect, "natsConnection_Connect") &&
           FIND(close, "natsConnection_Close") && FIND(destroy, "natsConnection_Destroy") && FIND(publish, "natsConnection_Publish") &&
           FIND(subscribe, "natsConnection_Subscribe") && FIND(flushTimeout, "natsConnection_FlushTimeout") &&
           FIND(subscriptionDestroy, "natsSubscription_Destroy") && FIND(getData, "natsMsg_GetData") &&
           FIND(getDataLength, "natsMsg_GetDataLength") && FIND(messageDestroy, "natsMsg_Destroy") && FIND(getText, "natsStatus_GetText");
#undef FIND
}

static bool try(const char *name) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return false;
    if (fill(handle)) return true;
    dlclose(handle);
    return false;
}

static void load(void) {
#ifdef __APPLE__
    loaded = try("libnats.dylib") || try("/opt/homebrew/lib/libnats.dylib") || try("/usr/local/lib/libnats.dylib");
#else
    // Debian names the library by its minor version.
    for (int minor = 20; minor >= 0 && !loaded; minor--) {
        char name[32];
        snprintf(name, sizeof name, "libnats.so.3.%d", minor);
        loaded = try(name);
    }
    loaded = loaded || try("libnats.so");
#endif
}

const nats_library *nats_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded ? &library : NULL;
}
