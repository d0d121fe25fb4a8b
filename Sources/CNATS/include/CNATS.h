#ifndef C_NATS_H
#define C_NATS_H

#include <stdbool.h>
#include <stdint.h>

// The part of NATS' C client that Martlet uses, loaded when the program runs: one binary works with
// and without it, and building needs none of its headers. The declarations are ours, after
// https://nats-io.github.io/nats.c/group__funcGroup.html. They are the same in all versions 3.

typedef struct nats_options nats_options;
typedef struct nats_connection nats_connection;
typedef struct nats_subscription nats_subscription;
typedef struct nats_message nats_message;

/// 0 if the call has worked.
typedef int nats_status;

typedef void (*nats_message_handler)(
    nats_connection *_Nullable connection, nats_subscription *_Nullable subscription, nats_message *_Nullable message,
    void *_Nullable context);
typedef void (*nats_connection_handler)(nats_connection *_Nullable connection, void *_Nullable context);

/// The functions of the library, named as there without their prefixes.
typedef struct {
    nats_status (*_Nonnull optionsCreate)(nats_options *_Nullable *_Nonnull options);
    void (*_Nonnull optionsDestroy)(nats_options *_Nonnull options);
    nats_status (*_Nonnull setServers)(nats_options *_Nonnull options, const char *_Nonnull *_Nonnull servers, int count);
    nats_status (*_Nonnull setName)(nats_options *_Nonnull options, const char *_Nonnull name);
    nats_status (*_Nonnull setNoEcho)(nats_options *_Nonnull options, bool noEcho);
    nats_status (*_Nonnull setMaxReconnect)(nats_options *_Nonnull options, int count);
    nats_status (*_Nonnull setReconnectWait)(nats_options *_Nonnull options, int64_t milliseconds);
    nats_status (*_Nonnull setPingInterval)(nats_options *_Nonnull options, int64_t milliseconds);
    nats_status (*_Nonnull setMaxPingsOut)(nats_options *_Nonnull options, int count);
    nats_status (*_Nonnull setWriteDeadline)(nats_options *_Nonnull options, int64_t milliseconds);
    nats_status (*_Nonnull setRetryOnFailedConnect)(
        nats_options *_Nonnull options, bool retry, nats_connection_handler _Nullable handler, void *_Nullable context);
    nats_status (*_Nonnull setDisconnectedCB)(nats_options *_Nonnull options, nats_connection_handler _Nullable handler, void *_Nullable context);
    nats_status (*_Nonnull setReconnectedCB)(nats_options *_Nonnull options, nats_connection_handler _Nullable handler, void *_Nullable context);
    nats_status (*_Nonnull setClosedCB)(nats_options *_Nonnull options, nats_connection_handler _Nullable handler, void *_Nullable context);
    nats_status (*_Nonnull setSecure)(nats_options *_Nonnull options, bool secure);
    nats_status (*_Nonnull loadCATrustedCertificates)(nats_options *_Nonnull options, const char *_Nonnull file);
    nats_status (*_Nonnull setUserCredentialsFromFiles)(
        nats_options *_Nonnull options, const char *_Nonnull file, const char *_Nullable seedFile);

    nats_status (*_Nonnull connect)(nats_connection *_Nullable *_Nonnull connection, nats_options *_Nonnull options);
    nats_status (*_Nonnull getLastError)(nats_connection *_Nonnull connection, const char *_Nullable *_Nonnull text);
    void (*_Nonnull close)(nats_connection *_Nonnull connection);
    void (*_Nonnull destroy)(nats_connection *_Nonnull connection);
    nats_status (*_Nonnull publish)(
        nats_connection *_Nonnull connection, const char *_Nonnull subject, const void *_Nonnull bytes, int count);
    nats_status (*_Nonnull subscribe)(
        nats_subscription *_Nullable *_Nonnull subscription, nats_connection *_Nonnull connection, const char *_Nonnull subject,
        nats_message_handler _Nonnull handler, void *_Nullable context);
    nats_status (*_Nonnull flushTimeout)(nats_connection *_Nonnull connection, int64_t milliseconds);
    void (*_Nonnull subscriptionDestroy)(nats_subscription *_Nonnull subscription);

    const char *_Nullable (*_Nonnull getData)(const nats_message *_Nonnull message);
    int (*_Nonnull getDataLength)(const nats_message *_Nonnull message);
    void (*_Nonnull messageDestroy)(nats_message *_Nonnull message);
    const char *_Nullable (*_Nonnull getText)(nats_status status);
} nats_library;

/// Loads the library at the first call. Any thread may call it. Returns NULL if there is none.
const nats_library *_Nullable nats_load(void);

#endif
