/* Every function of urisift.h: what it gives, and that it stands what a caller may get wrong. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urisift.h"

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static const size_t TOO_LONG = (size_t)PTRDIFF_MAX + 1;

static int text_is(urisift_text text, const char *expected) {
    return text.data && text.len == strlen(expected) && memcmp(text.data, expected, text.len) == 0;
}

static int span_is(urisift_span span, size_t start, size_t end) {
    return span.start == start && span.end == end;
}

static int undefined(urisift_span span) {
    return span_is(span, URISIFT_UNDEFINED, URISIFT_UNDEFINED);
}

/* Whether the caller's string is the expected one; frees it. */
static int string_is(char *string, const char *expected) {
    int is = string && strcmp(string, expected) == 0;
    urisift_string_free(string);
    return is;
}

static void versions(void) {
    CHECK(strcmp(urisift_version(), VERSION) == 0);
    CHECK(urisift_abi_version() == URISIFT_ABI_VERSION);
}

/* The URI of the only find. */
static int finds_only(const urisift_extractor *extractor, const char *text, const char *uri) {
    const urisift_found *found, *other;
    urisift_finds *finds = urisift_find(extractor, text, strlen(text));
    int is = urisift_next(finds, &found) == URISIFT_STATUS_OK && text_is(urisift_found_uri(found), uri) &&
             urisift_next(finds, &other) == URISIFT_STATUS_DONE && !other;
    urisift_finds_free(finds);
    return is;
}

static int finds_none(const urisift_extractor *extractor, const char *text) {
    const urisift_found *found;
    urisift_finds *finds = urisift_find(extractor, text, strlen(text));
    int is = urisift_next(finds, &found) == URISIFT_STATUS_DONE;
    urisift_finds_free(finds);
    return is;
}

/* An option changes what is found; an extractor of its own for each. */
static void option(uint32_t name, uint64_t value, const char *text, const char *before, const char *after) {
    urisift_extractor *extractor = urisift_extractor_new();
    CHECK(before ? finds_only(extractor, text, before) : finds_none(extractor, text));
    CHECK(urisift_extractor_set(extractor, name, value) == URISIFT_STATUS_OK);
    CHECK(after ? finds_only(extractor, text, after) : finds_none(extractor, text));
    urisift_extractor_free(extractor);
}

static void options(void) {
    option(URISIFT_OPTION_MAX_LEN, 12, "http://a.example/", "http://a.example/", "http://a.exa");
    option(URISIFT_OPTION_MAX_WRAP, 4, "<http://a.example/\nb>", "http://a.example/b", "http://a.example/");
    option(URISIFT_OPTION_IRI, URISIFT_NEVER, "http://a.example/\xc3\xa4", "http://a.example/\xc3\xa4",
           "http://a.example/");
    option(URISIFT_OPTION_JOIN, URISIFT_ALWAYS, "http://a.example/b\nc", "http://a.example/b",
           "http://a.example/bc");
    option(URISIFT_OPTION_FOLD, URISIFT_ALWAYS, "<http://a.example/b c>", "http://a.example/b",
           "http://a.example/bc");
    option(URISIFT_OPTION_KEEP_TRAILING, 1, "http://a.example/b.", "http://a.example/b", "http://a.example/b.");
    option(URISIFT_OPTION_WWW, 1, "www.a.example", NULL, "www.a.example");
    option(URISIFT_OPTION_BARE, 1, "see example.org/b", NULL, "example.org/b");
    option(URISIFT_OPTION_EMAIL, 1, "ask a@example.org", NULL, "a@example.org");
    option(URISIFT_OPTION_REFANG, 1, "hxxp://a[.]example/", NULL, "http://a.example/");
    option(URISIFT_OPTION_ESCAPES, 0, "\"http:\\/\\/a.example\\/\"", "http://a.example/", NULL);
    option(URISIFT_OPTION_CHUNK, 1, "http://a.example/", "http://a.example/", "http://a.example/");

    urisift_extractor *extractor = urisift_extractor_new();
    CHECK(urisift_extractor_set(NULL, URISIFT_OPTION_WWW, 1) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_extractor_set(extractor, 0, 1) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_extractor_set(extractor, URISIFT_OPTION_WWW, 2) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_extractor_set(extractor, URISIFT_OPTION_JOIN, 3) == URISIFT_STATUS_MISUSE);
    CHECK(finds_none(extractor, "www.a.example"));
    urisift_extractor_free(extractor);
    urisift_extractor_free(NULL);
}

static const char LINES[] = "One line,\n<http://u@a.example:80/b-\n c?d#e>, and URL:http://b.example:8o/ or "
                            "\"ftp://c.example/\"";

static void first_of(const urisift_found *found) {
    urisift_components it;
    CHECK(urisift_found_start(found) == 11 && urisift_found_end(found) == 42);
    CHECK(urisift_found_line(found) == 2 && urisift_found_column(found) == 2);
    CHECK(text_is(urisift_found_raw(found), "http://u@a.example:80/b-\n c?d#e"));
    CHECK(text_is(urisift_found_uri(found), "http://u@a.example:80/b-c?d#e"));
    CHECK(text_is(urisift_found_second_reading(found), "http://u@a.example:80/bc?d#e"));
    CHECK(urisift_found_wrapper(found) == URISIFT_WRAPPER_ANGLE);
    CHECK(!urisift_found_truncated(found) && !urisift_found_truncated_by_source(found));
    CHECK(urisift_found_verdict(found, NULL) == URISIFT_STATUS_OK);
    CHECK(urisift_found_components(found, NULL) == URISIFT_STATUS_OK);
    CHECK(urisift_found_components(found, &it) == URISIFT_STATUS_OK);
    CHECK(span_is(it.scheme, 0, 4) && span_is(it.authority, 7, 21) && span_is(it.userinfo, 7, 8));
    CHECK(span_is(it.host, 9, 18) && span_is(it.port, 19, 21) && span_is(it.path, 21, 25));
    CHECK(span_is(it.query, 26, 27) && span_is(it.fragment, 28, 29));
}

static void second_of(const urisift_found *found) {
    urisift_fault fault;
    CHECK(text_is(urisift_found_uri(found), "http://b.example:8o/"));
    CHECK(urisift_found_wrapper(found) == URISIFT_WRAPPER_URL_PREFIX);
    CHECK(!urisift_found_second_reading(found).data);
    CHECK(urisift_found_verdict(found, NULL) == URISIFT_STATUS_INVALID);
    CHECK(urisift_found_verdict(found, &fault) == URISIFT_STATUS_INVALID);
    CHECK(fault.at == 18 && text_is(fault.rule, "port") && text_is(fault.definition, "*DIGIT"));
    CHECK(text_is(fault.source, "RFC 3986 3.2.3"));
    CHECK(!urisift_found_is_harmless(found) && !urisift_found_href(found));
}

static void third_of(const urisift_found *found) {
    CHECK(urisift_found_wrapper(found) == URISIFT_WRAPPER_QUOTE);
    CHECK(urisift_found_is_harmless(found));
    CHECK(string_is(urisift_found_href(found), "ftp://c.example/"));
}

static void finds(void) {
    const urisift_found *found;
    urisift_extractor *extractor = urisift_extractor_new();
    CHECK(urisift_extractor_set(extractor, URISIFT_OPTION_POSITIONS, 1) == URISIFT_STATUS_OK);
    /* Of the heap, where a read beyond the end is seen. */
    size_t len = sizeof LINES - 1;
    char *text = malloc(len);
    CHECK(text);
    memcpy(text, LINES, len);
    urisift_finds *finds = urisift_find(extractor, text, len);
    urisift_extractor_free(extractor);
    void (*const of[])(const urisift_found *) = {first_of, second_of, third_of};
    for (size_t i = 0; i < 3; i++) {
        CHECK(urisift_next(finds, &found) == URISIFT_STATUS_OK);
        of[i](found);
    }
    CHECK(urisift_next(finds, &found) == URISIFT_STATUS_DONE && !found);
    CHECK(urisift_next(finds, &found) == URISIFT_STATUS_DONE && !found);
    CHECK(urisift_next(finds, NULL) == URISIFT_STATUS_DONE);
    urisift_finds_free(finds);
    free(text);

    CHECK(!urisift_find(NULL, NULL, 1) && !urisift_find(NULL, "", TOO_LONG));
    CHECK(urisift_next(NULL, &found) == URISIFT_STATUS_MISUSE && !found);
    finds = urisift_find(NULL, NULL, 0);
    CHECK(finds && urisift_next(finds, &found) == URISIFT_STATUS_DONE);
    urisift_finds_free(finds);
    urisift_finds_free(NULL);
    /* Ended early, and any bytes. */
    finds = urisift_find(NULL, "\0\xff http://a.example/ ftp://b.example/", 38);
    CHECK(urisift_next(finds, &found) == URISIFT_STATUS_OK && urisift_found_start(found) == 3);
    urisift_finds_free(finds);
}

static void no_find(void) {
    urisift_components components;
    CHECK(urisift_found_start(NULL) == 0 && urisift_found_end(NULL) == 0);
    CHECK(urisift_found_line(NULL) == 0 && urisift_found_column(NULL) == 0);
    CHECK(!urisift_found_raw(NULL).data && !urisift_found_uri(NULL).data);
    CHECK(!urisift_found_second_reading(NULL).data && !urisift_found_truncated(NULL));
    CHECK(urisift_found_wrapper(NULL) == URISIFT_WRAPPER_NONE);
    CHECK(urisift_found_verdict(NULL, NULL) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_found_components(NULL, &components) == URISIFT_STATUS_MISUSE);
    CHECK(!urisift_found_is_harmless(NULL) && !urisift_found_href(NULL));
}

typedef struct sink {
    urisift_feeder *feeder;
    int count, stop_at;
} sink;

static int count(void *context, const urisift_found *found) {
    sink *it = context;
    CHECK(urisift_found_uri(found).len > 0);
    /* A sink may not feed. */
    CHECK(urisift_feeder_push(it->feeder, "", 0, count, it) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_feeder_finish(it->feeder, count, it) == URISIFT_STATUS_MISUSE);
    return ++it->count == it->stop_at;
}

static void feeders(void) {
    sink it = {urisift_feeder_new(NULL), 0, 0};
    const char *pieces[] = {"See ht", "tp://a.exam", "", "ple/b, and http://c.example/"};
    for (size_t i = 0; i < 4; i++)
        CHECK(urisift_feeder_push(it.feeder, pieces[i], strlen(pieces[i]), count, &it) == URISIFT_STATUS_OK);
    CHECK(urisift_feeder_push(it.feeder, NULL, 0, count, &it) == URISIFT_STATUS_OK);
    CHECK(urisift_feeder_push(it.feeder, NULL, 1, count, &it) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_feeder_push(it.feeder, "", TOO_LONG, count, &it) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_feeder_push(it.feeder, " ", 1, NULL, NULL) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_feeder_push(NULL, " ", 1, count, &it) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_feeder_finish(it.feeder, NULL, NULL) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_feeder_finish(NULL, count, &it) == URISIFT_STATUS_MISUSE);
    CHECK(it.count == 1);
    CHECK(urisift_feeder_finish(it.feeder, count, &it) == URISIFT_STATUS_OK && it.count == 2);
    CHECK(urisift_feeder_push(it.feeder, " ", 1, count, &it) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_feeder_finish(it.feeder, count, &it) == URISIFT_STATUS_MISUSE);
    urisift_feeder_free(it.feeder);

    const char *text = "http://a.example/ http://b.example/ http://c.example/ ";
    sink two = {urisift_feeder_new(NULL), 0, 2};
    CHECK(urisift_feeder_push(two.feeder, text, strlen(text), count, &two) == URISIFT_STATUS_DONE);
    CHECK(urisift_feeder_push(two.feeder, text, strlen(text), count, &two) == URISIFT_STATUS_DONE);
    CHECK(urisift_feeder_finish(two.feeder, count, &two) == URISIFT_STATUS_DONE && two.count == 2);
    urisift_feeder_free(two.feeder);
    urisift_feeder_free(NULL);
}

static urisift_status parse(uint32_t form, const char *text, urisift_components *components, urisift_fault *fault) {
    return urisift_parse(form, text, strlen(text), components, fault);
}

static void parsing(void) {
    urisift_components it;
    urisift_fault fault;
    CHECK(parse(URISIFT_URI, "urn:isbn:0451450523#", &it, &fault) == URISIFT_STATUS_OK);
    CHECK(span_is(it.scheme, 0, 3) && span_is(it.path, 4, 19) && span_is(it.fragment, 20, 20));
    CHECK(undefined(it.authority) && undefined(it.userinfo) && undefined(it.host) && undefined(it.port));
    CHECK(undefined(it.query));
    CHECK(parse(URISIFT_URI, "../a", NULL, NULL) == URISIFT_STATUS_INVALID);
    CHECK(parse(URISIFT_URI_REFERENCE, "../a", &it, NULL) == URISIFT_STATUS_OK && undefined(it.scheme));
    CHECK(parse(URISIFT_URI_REFERENCE, "\xc3\xa4", NULL, NULL) == URISIFT_STATUS_INVALID);
    CHECK(parse(URISIFT_IRI, "http://a.example/\xc3\xa4", NULL, NULL) == URISIFT_STATUS_OK);
    CHECK(parse(URISIFT_IRI_REFERENCE, "\xc3\xa4", NULL, NULL) == URISIFT_STATUS_OK);
    CHECK(parse(URISIFT_IRI, "http://a.example/\xff", NULL, &fault) == URISIFT_STATUS_INVALID);
    CHECK(fault.at == 17);
    /* By the grammar of the scheme. */
    CHECK(parse(URISIFT_URI, "geo:north", NULL, &fault) == URISIFT_STATUS_INVALID && fault.at == 4);
    CHECK(urisift_parse(URISIFT_IRI_REFERENCE, NULL, 0, NULL, NULL) == URISIFT_STATUS_OK);
    CHECK(urisift_parse(URISIFT_URI, NULL, 1, NULL, NULL) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_parse(URISIFT_URI, "a:b", TOO_LONG, NULL, NULL) == URISIFT_STATUS_MISUSE);
    CHECK(parse(4, "a:b", NULL, NULL) == URISIFT_STATUS_MISUSE);

    CHECK(urisift_split("http://a:x/", 11, &it) == URISIFT_STATUS_OK);
    CHECK(span_is(it.host, 7, 8) && span_is(it.port, 9, 10));
    CHECK(urisift_split("a", 1, NULL) == URISIFT_STATUS_OK);
    CHECK(urisift_split(NULL, 1, &it) == URISIFT_STATUS_MISUSE);

    CHECK(urisift_is_harmless("http://a.example/", 17) && !urisift_is_harmless("javascript:a", 12));
    CHECK(!urisift_is_harmless("www.a.example", 13) && !urisift_is_harmless(NULL, 1));
    CHECK(!urisift_is_harmless("http://a b/", 11) && !urisift_is_harmless("", 0));
}

static void normal_forms(void) {
    char *string;
    urisift_fault fault;
    const char *uri = "HTTP://A.example:80/b/../%7ec";
    size_t len = strlen(uri);
    CHECK(urisift_normalize(uri, len, URISIFT_STEP_ALL, &string, &fault) == URISIFT_STATUS_OK);
    CHECK(string_is(string, "http://a.example/~c"));
    CHECK(urisift_normalize(uri, len, URISIFT_STEP_CASE | URISIFT_STEP_DOTS, &string, NULL) == URISIFT_STATUS_OK);
    CHECK(string_is(string, "http://a.example:80/%7Ec"));
    CHECK(urisift_normalize(uri, len, 0, &string, NULL) == URISIFT_STATUS_OK && string_is(string, uri));
    CHECK(urisift_normalize("a b", 3, 0, &string, &fault) == URISIFT_STATUS_INVALID && !string && fault.at == 1);
    CHECK(urisift_normalize("a\0b", 3, 0, &string, NULL) == URISIFT_STATUS_INVALID && !string);
    CHECK(urisift_normalize(uri, len, 128, &string, NULL) == URISIFT_STATUS_MISUSE && !string);
    CHECK(urisift_normalize(uri, len, 0, NULL, NULL) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_normalize(NULL, 1, 0, &string, NULL) == URISIFT_STATUS_MISUSE && !string);

    CHECK(urisift_resolve("http://a/b/c/d;p?q", 18, "../g", 4, &string, NULL) == URISIFT_STATUS_OK);
    CHECK(string_is(string, "http://a/b/g"));
    CHECK(urisift_resolve("b", 1, "g", 1, &string, &fault) == URISIFT_STATUS_INVALID_BASE && !string);
    CHECK(urisift_resolve("a:b", 3, "a b", 3, &string, &fault) == URISIFT_STATUS_INVALID && !string && fault.at == 1);
    CHECK(urisift_resolve("a:b", 3, NULL, 1, &string, NULL) == URISIFT_STATUS_MISUSE && !string);
    CHECK(urisift_resolve(NULL, 1, "g", 1, &string, NULL) == URISIFT_STATUS_MISUSE);
    CHECK(urisift_resolve("a:b", 3, "g", 1, NULL, NULL) == URISIFT_STATUS_MISUSE);

    CHECK(urisift_relative("http://a/b/c", 12, "http://a/d#e", 12, &string, NULL) == URISIFT_STATUS_OK);
    CHECK(string_is(string, "../d#e"));
    CHECK(urisift_relative("b", 1, "a:g", 3, &string, &fault) == URISIFT_STATUS_INVALID_BASE && !string);
    CHECK(urisift_relative("a:b", 3, "g", 1, &string, &fault) == URISIFT_STATUS_INVALID && !string && fault.at == 1);
    CHECK(urisift_relative("a:b", 3, NULL, 1, &string, NULL) == URISIFT_STATUS_MISUSE);
    urisift_string_free(NULL);
}

int main(void) {
    versions();
    options();
    finds();
    no_find();
    feeders();
    parsing();
    normal_forms();
    return 0;
}
