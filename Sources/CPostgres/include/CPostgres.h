#ifndef C_POSTGRES_H
#define C_POSTGRES_H

// The part of libpq that Martlet uses, loaded when the program runs: one binary works with and
// without libpq, and building needs no header of PostgreSQL's. The declarations are ours, after
// https://www.postgresql.org/docs/15/libpq.html. Functions keep their types and constants their
// numbers as long as the library is called libpq.so.5.

typedef struct pg_connection pg_connection;
typedef struct pg_result pg_result;
/// A type's number in the table pg_type. The numbers of built-in types never change.
typedef unsigned int pg_oid;

/// An option of a connection string (PQconninfoOption).
typedef struct {
    char *_Nullable keyword;
    char *_Nullable environment;
    char *_Nullable compiled;
    char *_Nullable value;
    char *_Nullable label;
    char *_Nullable shown;
    int size;
} pg_option;

/// What NOTIFY has brought (PGnotify). It is freed with freemem.
typedef struct {
    char *_Nonnull channel;
    /// The process of the server that serves the session which sent it.
    int sender;
    char *_Nonnull payload;
} pg_notification;

/// PQstatus of a connection that works.
static const int pg_connection_ok = 0;

/// What PQresultStatus returns.
static const int pg_command_ok = 1;
static const int pg_tuples_ok = 2;
static const int pg_fatal_error = 7;
static const int pg_pipeline_sync = 10;
static const int pg_pipeline_aborted = 11;

/// Fields of an error for PQresultErrorField.
static const int pg_field_severity = 'V';
static const int pg_field_sqlstate = 'C';
static const int pg_field_message = 'M';

/// The functions of libpq, named as there without PQ.
typedef struct {
    pg_option *_Nullable (*_Nonnull conninfoParse)(const char *_Nonnull address, char *_Nullable *_Nullable error);
    void (*_Nonnull conninfoFree)(pg_option *_Nonnull options);
    void (*_Nonnull freemem)(void *_Nonnull memory);

    pg_connection *_Nullable (*_Nonnull connectdbParams)(
        const char *_Nullable const *_Nullable keywords, const char *_Nullable const *_Nullable values, int expandsAddress);
    void (*_Nonnull finish)(pg_connection *_Nonnull connection);
    int (*_Nonnull status)(const pg_connection *_Nonnull connection);
    char *_Nullable (*_Nonnull errorMessage)(const pg_connection *_Nonnull connection);
    void *_Nullable (*_Nonnull setNoticeReceiver)(
        pg_connection *_Nonnull connection, void (*_Nullable receiver)(void *_Nullable context, const pg_result *_Nullable notice),
        void *_Nullable context);

    int (*_Nonnull enterPipelineMode)(pg_connection *_Nonnull connection);
    int (*_Nonnull pipelineSync)(pg_connection *_Nonnull connection);
    int (*_Nonnull sendPrepare)(
        pg_connection *_Nonnull connection, const char *_Nonnull name, const char *_Nonnull sql, int count, const pg_oid *_Nullable types);
    int (*_Nonnull sendQueryPrepared)(
        pg_connection *_Nonnull connection, const char *_Nonnull name, int count, const char *_Nullable const *_Nullable values,
        const int *_Nullable lengths, const int *_Nullable formats, int resultFormat);
    pg_result *_Nullable (*_Nonnull getResult)(pg_connection *_Nonnull connection);

    int (*_Nonnull socket)(const pg_connection *_Nonnull connection);
    int (*_Nonnull consumeInput)(pg_connection *_Nonnull connection);
    pg_notification *_Nullable (*_Nonnull notifies)(pg_connection *_Nonnull connection);

    int (*_Nonnull resultStatus)(const pg_result *_Nonnull result);
    char *_Nullable (*_Nonnull resultErrorField)(const pg_result *_Nonnull result, int field);
    char *_Nullable (*_Nonnull cmdStatus)(pg_result *_Nonnull result);
    char *_Nullable (*_Nonnull cmdTuples)(pg_result *_Nonnull result);
    int (*_Nonnull ntuples)(const pg_result *_Nonnull result);
    int (*_Nonnull nfields)(const pg_result *_Nonnull result);
    pg_oid (*_Nonnull ftype)(const pg_result *_Nonnull result, int column);
    char *_Nullable (*_Nonnull getvalue)(const pg_result *_Nonnull result, int row, int column);
    int (*_Nonnull getlength)(const pg_result *_Nonnull result, int row, int column);
    int (*_Nonnull getisnull)(const pg_result *_Nonnull result, int row, int column);
    void (*_Nonnull clear)(pg_result *_Nonnull result);
} pg_library;

/// Loads libpq at the first call. Any thread may call it.
///
/// Returns NULL if there is no libpq, or one without pipelines (before version 14).
const pg_library *_Nullable pg_load(void);

#endif
