/*
 * An extension of SQLite: the URIs in a text as a table, and functions of one URI.
 *
 *     uris(text [, options])  each URI in the text: uri, start, end, raw, valid, harmless
 *     uri_scheme(uri), uri_userinfo(uri), uri_host(uri), uri_port(uri), uri_path(uri), uri_query(uri),
 *     uri_fragment(uri)       a component, or NULL if it is undefined
 *     uri_valid(uri), uri_harmless(uri)
 *     uri_normal(uri)         the normal form, or NULL if it is not valid
 *     uri_resolve(base, uri)  what it refers to in the document `base`, or NULL if one is not valid
 *
 * Offsets are bytes of UTF-8, or of a BLOB; characters and bytes are the same in ASCII. Options are words:
 * www, bare, email, refang.
 */
#include <stddef.h>
#include <string.h>

#include <sqlite3ext.h>

#include "urisift.h"

SQLITE_EXTENSION_INIT1

/* A value as bytes: those of a BLOB as they are, all else as UTF-8. */
static urisift_text bytes_of(sqlite3_value *value) {
    urisift_text text;
    int is_blob = sqlite3_value_type(value) == SQLITE_BLOB;
    text.data = is_blob ? sqlite3_value_blob(value) : (const char *)sqlite3_value_text(value);
    text.len = text.data ? (size_t)sqlite3_value_bytes(value) : 0;
    return text;
}

static int is_null(sqlite3_value *value) {
    return sqlite3_value_type(value) == SQLITE_NULL;
}

static void result_text(sqlite3_context *context, const char *data, size_t len) {
    sqlite3_result_text64(context, data, len, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* Gives a string of urisift, and frees it; NULL gives NULL. */
static void result_owned(sqlite3_context *context, char *string) {
    if (string)
        result_text(context, string, strlen(string));
    urisift_string_free(string);
}

/* --- Functions of one URI --- */

/* The user data is the offset of a component in urisift_components. */
static void component(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    urisift_text uri = bytes_of(argv[0]);
    urisift_components components;
    if (is_null(argv[0]) || urisift_split(uri.data, uri.len, &components) != URISIFT_STATUS_OK)
        return;
    size_t offset = *(const size_t *)sqlite3_user_data(context);
    urisift_span span;
    memcpy(&span, (const char *)&components + offset, sizeof span);
    if (span.start != URISIFT_UNDEFINED)
        result_text(context, uri.len ? uri.data + span.start : "", span.end - span.start);
}

static void valid(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    urisift_text uri = bytes_of(argv[0]);
    if (is_null(argv[0]))
        return;
    urisift_status status = urisift_parse(URISIFT_IRI, uri.data, uri.len, NULL, NULL);
    sqlite3_result_int(context, status == URISIFT_STATUS_OK);
}

static void harmless(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    urisift_text uri = bytes_of(argv[0]);
    if (!is_null(argv[0]))
        sqlite3_result_int(context, urisift_is_harmless(uri.data, uri.len));
}

static void normal(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    urisift_text uri = bytes_of(argv[0]);
    char *string = NULL;
    if (is_null(argv[0]))
        return;
    urisift_normalize(uri.data, uri.len, URISIFT_STEP_ALL, &string, NULL);
    result_owned(context, string);
}

static void resolve(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    urisift_text base = bytes_of(argv[0]), uri = bytes_of(argv[1]);
    char *string = NULL;
    if (is_null(argv[0]) || is_null(argv[1]))
        return;
    urisift_resolve(base.data, base.len, uri.data, uri.len, &string, NULL);
    result_owned(context, string);
}

/* --- The table uris(text, options) --- */

enum column { URI, START, END, RAW, VALID, HARMLESS, TEXT, OPTIONS };

static const char SCHEMA[] =
    "CREATE TABLE uris(uri TEXT, start INTEGER, \"end\" INTEGER, raw TEXT, valid INTEGER,"
    " harmless INTEGER, text HIDDEN, options HIDDEN)";

typedef struct cursor {
    sqlite3_vtab_cursor base;
    /* Copies of text and options: SQLite may free its own before the search ends. */
    sqlite3_value *given[2];
    urisift_finds *finds;
    /* The find at which the cursor stands; NULL after the last one. */
    const urisift_found *found;
    sqlite3_int64 row;
} cursor;

static int connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **table,
                   char **error) {
    (void)aux, (void)argc, (void)argv, (void)error;
    int code = sqlite3_declare_vtab(db, SCHEMA);
    if (code != SQLITE_OK)
        return code;
    sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    *table = sqlite3_malloc(sizeof **table);
    if (!*table)
        return SQLITE_NOMEM;
    memset(*table, 0, sizeof **table);
    return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *table) {
    sqlite3_free(table);
    return SQLITE_OK;
}

/* Passes text and options to `filter`, in this order; idxNum has a bit for each that is there. */
static int best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
    (void)table;
    int at[2] = {-1, -1};
    for (int i = 0; i < info->nConstraint; i++) {
        int hidden = info->aConstraint[i].iColumn - TEXT;
        if (hidden < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        /* The argument comes from a table that is read later. */
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        at[hidden] = i;
    }
    int given = 0;
    for (int hidden = 0; hidden < 2; hidden++) {
        if (at[hidden] < 0)
            continue;
        info->aConstraintUsage[at[hidden]].argvIndex = ++given;
        info->aConstraintUsage[at[hidden]].omit = 1;
        info->idxNum |= 1 << hidden;
    }
    info->estimatedCost = info->idxNum & 1 ? 100 : 1e99;
    info->estimatedRows = 10;
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **base) {
    (void)table;
    cursor *cur = sqlite3_malloc(sizeof *cur);
    if (!cur)
        return SQLITE_NOMEM;
    memset(cur, 0, sizeof *cur);
    *base = &cur->base;
    return SQLITE_OK;
}

static void clear(cursor *cur) {
    urisift_finds_free(cur->finds);
    sqlite3_value_free(cur->given[0]);
    sqlite3_value_free(cur->given[1]);
    cur->given[0] = NULL, cur->given[1] = NULL, cur->finds = NULL, cur->found = NULL, cur->row = 0;
}

static int close_cursor(sqlite3_vtab_cursor *base) {
    clear((cursor *)base);
    sqlite3_free(base);
    return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base) {
    cursor *cur = (cursor *)base;
    urisift_status status = urisift_next(cur->finds, &cur->found);
    cur->row++;
    return status == URISIFT_STATUS_OK || status == URISIFT_STATUS_DONE ? SQLITE_OK : SQLITE_ERROR;
}

/* Sets the option that a word names. */
static int set_option(urisift_extractor *extractor, const char *word, size_t len) {
    static const struct { const char *word; uint32_t option; } OPTION[] = {
        {"www", URISIFT_OPTION_WWW},
        {"bare", URISIFT_OPTION_BARE},
        {"email", URISIFT_OPTION_EMAIL},
        {"refang", URISIFT_OPTION_REFANG},
    };
    for (size_t i = 0; i < sizeof OPTION / sizeof *OPTION; i++)
        if (strlen(OPTION[i].word) == len && memcmp(word, OPTION[i].word, len) == 0)
            return urisift_extractor_set(extractor, OPTION[i].option, 1) == URISIFT_STATUS_OK;
    return 0;
}

static int set_options(sqlite3_vtab *table, urisift_extractor *extractor, const char *words) {
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        size_t len = strcspn(words, " ");
        if (!set_option(extractor, words, len)) {
            sqlite3_free(table->zErrMsg);
            table->zErrMsg = sqlite3_mprintf("uris: no option \"%.*s\"", (int)len, words);
            return SQLITE_ERROR;
        }
        words += len;
    }
    return SQLITE_OK;
}

/* Starts the search of the text that is given. */
static int start(cursor *cur) {
    urisift_extractor *extractor = urisift_extractor_new();
    const char *words = cur->given[1] ? (const char *)sqlite3_value_text(cur->given[1]) : NULL;
    int code = set_options(cur->base.pVtab, extractor, words ? words : "");
    if (code == SQLITE_OK) {
        urisift_text text = bytes_of(cur->given[0]);
        cur->finds = urisift_find(extractor, text.data, text.len);
        code = cur->finds ? next(&cur->base) : SQLITE_ERROR;
    }
    urisift_extractor_free(extractor);
    return code;
}

static int filter(sqlite3_vtab_cursor *base, int which, const char *name, int argc,
                  sqlite3_value **argv) {
    (void)name;
    cursor *cur = (cursor *)base;
    clear(cur);
    if (!(which & 1)) {
        sqlite3_free(base->pVtab->zErrMsg);
        base->pVtab->zErrMsg = sqlite3_mprintf("uris: expected a text, as in uris('http://a.example/')");
        return SQLITE_ERROR;
    }
    for (int i = 0; i < argc; i++) {
        cur->given[i] = sqlite3_value_dup(argv[i]);
        if (!cur->given[i])
            return SQLITE_NOMEM;
    }
    return is_null(cur->given[0]) ? SQLITE_OK : start(cur);
}

static int eof(sqlite3_vtab_cursor *base) {
    return !((cursor *)base)->found;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int index) {
    const cursor *cur = (cursor *)base;
    const urisift_found *found = cur->found;
    urisift_text text;
    switch ((enum column)index) {
    case URI:
        text = urisift_found_uri(found);
        result_text(context, text.data, text.len);
        break;
    case START:
        sqlite3_result_int64(context, (sqlite3_int64)urisift_found_start(found));
        break;
    case END:
        sqlite3_result_int64(context, (sqlite3_int64)urisift_found_end(found));
        break;
    case RAW:
        text = urisift_found_raw(found);
        result_text(context, text.data, text.len);
        break;
    case VALID:
        sqlite3_result_int(context, urisift_found_verdict(found, NULL) == URISIFT_STATUS_OK);
        break;
    case HARMLESS:
        sqlite3_result_int(context, urisift_found_is_harmless(found));
        break;
    case TEXT:
    case OPTIONS:
        if (cur->given[index - TEXT])
            sqlite3_result_value(context, cur->given[index - TEXT]);
        break;
    }
    return SQLITE_OK;
}

static int rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *row) {
    *row = ((cursor *)base)->row;
    return SQLITE_OK;
}

/* Without xCreate, the table needs no CREATE VIRTUAL TABLE. */
static const sqlite3_module URIS = {
    .xConnect = connect,
    .xBestIndex = best_index,
    .xDisconnect = disconnect,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next,
    .xEof = eof,
    .xColumn = column,
    .xRowid = rowid,
};

static const struct {
    const char *name;
    int arguments;
    void (*call)(sqlite3_context *, int, sqlite3_value **);
    size_t component;
} FUNCTION[] = {
    {"uri_scheme", 1, component, offsetof(urisift_components, scheme)},
    {"uri_userinfo", 1, component, offsetof(urisift_components, userinfo)},
    {"uri_host", 1, component, offsetof(urisift_components, host)},
    {"uri_port", 1, component, offsetof(urisift_components, port)},
    {"uri_path", 1, component, offsetof(urisift_components, path)},
    {"uri_query", 1, component, offsetof(urisift_components, query)},
    {"uri_fragment", 1, component, offsetof(urisift_components, fragment)},
    {"uri_valid", 1, valid, 0},
    {"uri_harmless", 1, harmless, 0},
    {"uri_normal", 1, normal, 0},
    {"uri_resolve", 2, resolve, 0},
};

#ifdef _WIN32
__declspec(dllexport)
#endif
int sqlite3_uris_init(sqlite3 *db, char **error, const sqlite3_api_routines *api) {
    SQLITE_EXTENSION_INIT2(api);
    (void)error;
    int code = sqlite3_create_module(db, "uris", &URIS, NULL);
    for (size_t i = 0; code == SQLITE_OK && i < sizeof FUNCTION / sizeof *FUNCTION; i++)
        code = sqlite3_create_function(db, FUNCTION[i].name, FUNCTION[i].arguments,
                                       SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                       (void *)&FUNCTION[i].component, FUNCTION[i].call, NULL, NULL);
    return code;
}
