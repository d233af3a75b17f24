/*
 * urisift: finds the URIs in text, each with exactly the right first and last byte.
 *
 * Text is bytes of any kind: it need not be UTF-8, and NUL is a byte as any other. All offsets and
 * lengths are in bytes. A text of length 0 may be NULL.
 *
 * A handle (urisift_extractor, urisift_finds, urisift_feeder) is made by one function and freed by one,
 * which ignores NULL. A string that the caller owns, a `char *`, is freed by urisift_string_free. All else
 * that is given is borrowed, for as long as the comment of its function says.
 *
 * There is no global state. A handle may be used by one thread at a time, whichever that is. Several
 * threads may use an extractor at once while none changes it.
 *
 * NULL where it is not allowed, an unknown option or value, and a length of more than PTRDIFF_MAX are
 * URISIFT_STATUS_MISUSE, or what the comment of a function without a status says. Pass NULL for a result
 * that is not wanted. What the caller has to promise, since it cannot be checked, stands under "Safety".
 *
 * No function opens a file, or follows a URI. The process aborts if memory runs out.
 */

#ifndef URISIFT_H
#define URISIFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Offset of a component that is undefined, which differs from an empty one (RFC 3986 5.3). */
#define URISIFT_UNDEFINED SIZE_MAX


/**
 * The version of this interface. It changes if a program that was compiled with the header of another
 * version would no longer be right.
 */
#define URISIFT_ABI_VERSION 1

/**
 * The longest URI, in bytes of the text (default: 1 MiB). A longer one is given cut, and says so.
 */
#define URISIFT_OPTION_MAX_LEN 1

/**
 * How far `<…>` and other wrappers are followed to their ends, in bytes (default: 8 KiB).
 */
#define URISIFT_OPTION_MAX_WRAP 2

/**
 * How many bytes a feeder takes up at once, from 1 to 1 GiB (default: 1 MiB).
 */
#define URISIFT_OPTION_CHUNK 3

/**
 * Characters beyond ASCII in a URI: URISIFT_NEVER, URISIFT_AUTO (default: letters of scripts that put
 * blanks between words, others where the URI plainly holds them) or URISIFT_ALWAYS (every letter).
 */
#define URISIFT_OPTION_IRI 4

/**
 * URIs that continue on the next line: URISIFT_NEVER, URISIFT_AUTO (default: on strong evidence) or
 * URISIFT_ALWAYS.
 */
#define URISIFT_OPTION_JOIN 5

/**
 * White space inside `<…>`, `<URL:…>` and quotes: URISIFT_NEVER (ends the URI), URISIFT_AUTO (default:
 * line breaks are removed) or URISIFT_ALWAYS (blanks too).
 */
#define URISIFT_OPTION_FOLD 6

/**
 * 1: punctuation at the end belongs to the URI; 0 (default): to the sentence.
 */
#define URISIFT_OPTION_KEEP_TRAILING 7

/**
 * 1: find `www.` hosts without a scheme (default: 0).
 */
#define URISIFT_OPTION_WWW 8

/**
 * 1: find host names without a scheme that end in a top-level domain (default: 0).
 */
#define URISIFT_OPTION_BARE 9

/**
 * 1: find e-mail addresses (default: 0).
 */
#define URISIFT_OPTION_EMAIL 10

/**
 * 1: find disguised URIs (`hxxp`, `[.]`), and give them undisguised (default: 0).
 */
#define URISIFT_OPTION_REFANG 11

/**
 * 1 (default): read backslash escapes in URIs, such as `http:\/\/a.example\/`, and character references of HTML; 0: do
 * not.
 */
#define URISIFT_OPTION_ESCAPES 12

/**
 * 1: count lines and columns (default: 0).
 */
#define URISIFT_OPTION_POSITIONS 13

/**
 * A value of URISIFT_OPTION_IRI, URISIFT_OPTION_JOIN and URISIFT_OPTION_FOLD: not at all.
 */
#define URISIFT_NEVER 0

/**
 * Another one: as the text suggests. This is the default.
 */
#define URISIFT_AUTO 1

/**
 * Another one: wherever it is possible.
 */
#define URISIFT_ALWAYS 2

/**
 * A URI with a scheme, in ASCII (RFC 3986).
 */
#define URISIFT_URI 0

/**
 * A URI, or a relative reference.
 */
#define URISIFT_URI_REFERENCE 1

/**
 * A URI, which may have characters beyond ASCII (RFC 3987).
 */
#define URISIFT_IRI 2

/**
 * An IRI, or a relative reference to one.
 */
#define URISIFT_IRI_REFERENCE 3

/**
 * Scheme and host in lower case, the digits of escapes in upper case (RFC 3986 6.2.2.1).
 */
#define URISIFT_STEP_CASE 1

/**
 * Escapes of unreserved characters decoded (6.2.2.2).
 */
#define URISIFT_STEP_PERCENT 2

/**
 * `.` and `..` removed from the path (6.2.2.3).
 */
#define URISIFT_STEP_DOTS 4

/**
 * What the scheme says is the same, such as its default port (6.2.3).
 */
#define URISIFT_STEP_SCHEME 8

/**
 * Characters beyond ASCII made what a URI has for them (RFC 3987 3.1).
 */
#define URISIFT_STEP_URI 16

/**
 * IPv6 addresses in the form of RFC 5952, and no dot at the end of another host.
 */
#define URISIFT_STEP_HOST 32

/**
 * What the document of the scheme calls equal, such as visual separators of `tel`.
 */
#define URISIFT_STEP_SPECIFIC 64

/**
 * All steps.
 */
#define URISIFT_STEP_ALL 127

/**
 * The outcome of a call.
 */
typedef enum urisift_status {
  /**
   * It did what it says.
   */
  URISIFT_STATUS_OK = 0,
  /**
   * There are no more finds, or the sink has stopped the search.
   */
  URISIFT_STATUS_DONE = 1,
  /**
   * The text is not valid; the fault says where.
   */
  URISIFT_STATUS_INVALID = 2,
  /**
   * The base is not valid; the fault says where.
   */
  URISIFT_STATUS_INVALID_BASE = 3,
  /**
   * An argument is not allowed; nothing was done.
   */
  URISIFT_STATUS_MISUSE = 4,
  /**
   * A defect of this library. A handle that was passed may only be freed. The message is on standard
   * error. A library that was built with `panic = "abort"` ends the process instead.
   */
  URISIFT_STATUS_INTERNAL = 5,
} urisift_status;

/**
 * What stands around a URI, and is no part of it.
 */
typedef enum urisift_wrapper {
  /**
   * White space or punctuation.
   */
  URISIFT_WRAPPER_NONE = 0,
  /**
   * `<…>`.
   */
  URISIFT_WRAPPER_ANGLE = 1,
  /**
   * `<URL:…>`.
   */
  URISIFT_WRAPPER_URL_ANGLE = 2,
  /**
   * `URL:…` without angle brackets.
   */
  URISIFT_WRAPPER_URL_PREFIX = 3,
  /**
   * A pair of quotation marks.
   */
  URISIFT_WRAPPER_QUOTE = 4,
  /**
   * A pair of parentheses, square brackets or braces.
   */
  URISIFT_WRAPPER_BRACKET = 5,
} urisift_wrapper;

/**
 * What to find, and within which limits.
 */
typedef struct urisift_extractor urisift_extractor;

/**
 * The search of a text that comes in pieces. The finds do not depend on how the text is cut.
 */
typedef struct urisift_feeder urisift_feeder;

/**
 * The search of a text in memory.
 */
typedef struct urisift_finds urisift_finds;

/**
 * A URI that was found.
 */
typedef struct urisift_found urisift_found;

/**
 * Gets the finds of a feeder, each valid during the call. `context` is what was passed with it. Anything
 * but 0 stops the search. It may not feed or free the feeder, throw, or jump out.
 */
typedef int (*urisift_sink)(void *context, const struct urisift_found *found);

/**
 * Bytes that are borrowed. No NUL follows them.
 */
typedef struct urisift_text {
  /**
   * The first byte; NULL if there is no text.
   */
  const char *data;
  /**
   * How many bytes.
   */
  size_t len;
} urisift_text;

/**
 * Why a text is not valid: the first byte that does not fit, and the rule that expects another one. The
 * texts are never freed.
 */
typedef struct urisift_fault {
  /**
   * Offset of the byte; the length of a text that ends too soon.
   */
  size_t at;
  /**
   * Name of the rule.
   */
  struct urisift_text rule;
  /**
   * The rule in the notation of its document.
   */
  struct urisift_text definition;
  /**
   * The document and its section.
   */
  struct urisift_text source;
} urisift_fault;

/**
 * A part of a text, in bytes; both offsets are URISIFT_UNDEFINED if there is none.
 */
typedef struct urisift_span {
  /**
   * Offset of the first byte.
   */
  size_t start;
  /**
   * Offset after the last byte.
   */
  size_t end;
} urisift_span;

/**
 * The components of a URI (RFC 3986 3), as offsets in its text. The path is always defined.
 */
typedef struct urisift_components {
  /**
   * Without its colon.
   */
  struct urisift_span scheme;
  /**
   * Without the slashes before it: userinfo, host and port.
   */
  struct urisift_span authority;
  /**
   * Without its `@`.
   */
  struct urisift_span userinfo;
  /**
   * With the brackets of an IPv6 address.
   */
  struct urisift_span host;
  /**
   * Without its colon.
   */
  struct urisift_span port;
  /**
   * With its first slash.
   */
  struct urisift_span path;
  /**
   * Without its `?`.
   */
  struct urisift_span query;
  /**
   * Without its `#`.
   */
  struct urisift_span fragment;
} urisift_components;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library, as in `0.1.0`: a string that is never freed.
 */
const char *urisift_version(void);

/**
 * The version of the interface of this library: URISIFT_ABI_VERSION, if the header belongs to it.
 */
uint32_t urisift_abi_version(void);

/**
 * Frees a string that the caller owns. NULL is ignored.
 *
 * # Safety
 * The string is one that a function of this library gave, unchanged, and is freed once.
 */
void urisift_string_free(char *string);

/**
 * An extractor with the default options. Free it with `urisift_extractor_free`.
 */
struct urisift_extractor *urisift_extractor_new(void);

/**
 * Sets an option, one of URISIFT_OPTION_…. Searches that have begun keep theirs.
 *
 * # Safety
 * No other thread uses the extractor meanwhile.
 */
enum urisift_status urisift_extractor_set(struct urisift_extractor *extractor,
                                          uint32_t option,
                                          uint64_t value);

/**
 * Frees an extractor. NULL is ignored; searches that have begun do not need it.
 *
 * # Safety
 * It is freed once.
 */
void urisift_extractor_free(struct urisift_extractor *extractor);

/**
 * A search without any text yet. `extractor` may be NULL, for the default options. Free the result with
 * `urisift_feeder_free`. Memory is bounded by the options, whatever the length of the text.
 *
 * # Safety
 * `extractor` is NULL, or an extractor that is not being changed.
 */
struct urisift_feeder *urisift_feeder_new(const struct urisift_extractor *extractor);

/**
 * Searches `len` bytes that follow those pushed before, and gives each find that they decide to `sink`;
 * one that may continue in the next bytes comes later. The status is URISIFT_STATUS_DONE once the sink
 * has stopped the search: nothing more is searched then, whatever is pushed.
 *
 * # Safety
 * `data` points to `len` bytes; they are needed during the call only. No other thread uses the feeder
 * meanwhile.
 */
enum urisift_status urisift_feeder_push(struct urisift_feeder *feeder,
                                        const char *data,
                                        size_t len,
                                        urisift_sink sink,
                                        void *context);

/**
 * Ends the text, and gives the remaining finds to `sink`. The feeder can only be freed after that.
 *
 * # Safety
 * No other thread uses the feeder meanwhile.
 */
enum urisift_status urisift_feeder_finish(struct urisift_feeder *feeder,
                                          urisift_sink sink,
                                          void *context);

/**
 * Frees a feeder, finished or not. NULL is ignored.
 *
 * # Safety
 * It is freed once, and not by its sink.
 */
void urisift_feeder_free(struct urisift_feeder *feeder);

/**
 * Starts the search of a text. `extractor` may be NULL, for the default options. Free the result with
 * `urisift_finds_free`; it is NULL if an argument is not allowed.
 *
 * # Safety
 * `text` points to `len` bytes, which stay there unchanged until the search is freed.
 */
struct urisift_finds *urisift_find(const struct urisift_extractor *extractor,
                                   const char *text,
                                   size_t len);

/**
 * Gives the next find, which is valid until the next call and until the search is freed. After the last
 * one, the status is URISIFT_STATUS_DONE, and the find NULL, as with every status but
 * URISIFT_STATUS_OK.
 *
 * # Safety
 * No other thread uses the search meanwhile.
 */
enum urisift_status urisift_next(struct urisift_finds *finds,
                                 const struct urisift_found **found);

/**
 * Ends a search and frees it. NULL is ignored.
 *
 * # Safety
 * It is freed once.
 */
void urisift_finds_free(struct urisift_finds *finds);

/**
 * Offset of the first byte in the text, counted from the first byte of all that was searched.
 *
 * # Safety
 * `found` is NULL (then 0), or valid.
 */
uint64_t urisift_found_start(const struct urisift_found *found);

/**
 * Offset after the last byte in the text.
 *
 * # Safety
 * `found` is NULL (then 0), or valid.
 */
uint64_t urisift_found_end(const struct urisift_found *found);

/**
 * Number of the line, from 1; 0 unless URISIFT_OPTION_POSITIONS is set.
 *
 * # Safety
 * `found` is NULL (then 0), or valid.
 */
uint64_t urisift_found_line(const struct urisift_found *found);

/**
 * Number of the first byte in its line, from 1; 0 unless URISIFT_OPTION_POSITIONS is set.
 *
 * # Safety
 * `found` is NULL (then 0), or valid.
 */
uint64_t urisift_found_column(const struct urisift_found *found);

/**
 * The text from start to end, byte for byte. It is valid as long as the find.
 *
 * # Safety
 * `found` is NULL (then there is no text), or valid.
 */
struct urisift_text urisift_found_raw(const struct urisift_found *found);

/**
 * The URI: the text without the line breaks in it, and with what escapes stand for. It is valid as long as
 * the find.
 *
 * # Safety
 * `found` is NULL (then there is no text), or valid.
 */
struct urisift_text urisift_found_uri(const struct urisift_found *found);

/**
 * The second way to read the text, if there is one, as without a hyphen at a line break. It is valid as
 * long as the find.
 *
 * # Safety
 * `found` is NULL (then there is no text), or valid.
 */
struct urisift_text urisift_found_second_reading(const struct urisift_found *found);

/**
 * What stands around the URI.
 *
 * # Safety
 * `found` is NULL (then URISIFT_WRAPPER_NONE), or valid.
 */
enum urisift_wrapper urisift_found_wrapper(const struct urisift_found *found);

/**
 * Whether the URI is longer than URISIFT_OPTION_MAX_LEN, and was cut.
 *
 * # Safety
 * `found` is NULL (then false), or valid.
 */
bool urisift_found_truncated(const struct urisift_found *found);

/**
 * Whether the text shows that the URI was cut short: an ellipsis follows it, as a character or as three full stops.
 *
 * # Safety
 * `found` is NULL (then false), or valid.
 */
bool urisift_found_truncated_by_source(const struct urisift_found *found);

/**
 * Whether the URI is valid, by RFC 3986 and RFC 3987 and the grammar of its scheme: URISIFT_STATUS_OK, or
 * URISIFT_STATUS_INVALID and the fault, whose offset is one of the URI.
 *
 * # Safety
 * `found` is NULL, or valid; `fault` is NULL, or may be written.
 */
enum urisift_status urisift_found_verdict(const struct urisift_found *found,
                                          struct urisift_fault *fault);

/**
 * The components of the URI, valid or not, as offsets in it.
 *
 * # Safety
 * `found` is NULL, or valid; `components` is NULL, or may be written.
 */
enum urisift_status urisift_found_components(const struct urisift_found *found,
                                             struct urisift_components *components);

/**
 * Whether a URI from untrusted text may become a link: it is whole and valid, its scheme opens a page or
 * writes a message, and it does not pose as another one. This says nothing about what it leads to.
 *
 * # Safety
 * `found` is NULL (then false), or valid.
 */
bool urisift_found_is_harmless(const struct urisift_found *found);

/**
 * The target of a link to a harmless URI: with `https://` or `mailto:` before one without a scheme. NULL
 * if it is not harmless. The caller owns the string; escape it for the markup.
 *
 * # Safety
 * `found` is NULL (then NULL), or valid.
 */
char *urisift_found_href(const struct urisift_found *found);

/**
 * Parses a whole text as `form`, one of URISIFT_URI, URISIFT_URI_REFERENCE, URISIFT_IRI and
 * URISIFT_IRI_REFERENCE, and by the grammar of its scheme. Gives the components if the status is
 * URISIFT_STATUS_OK, and the fault if it is URISIFT_STATUS_INVALID.
 *
 * # Safety
 * `text` points to `len` bytes; `components` and `fault` are NULL, or may be written.
 */
enum urisift_status urisift_parse(uint32_t form,
                                  const char *text,
                                  size_t len,
                                  struct urisift_components *components,
                                  struct urisift_fault *fault);

/**
 * Gives the components of any text, valid or not (RFC 3986 Appendix B).
 *
 * # Safety
 * `text` points to `len` bytes; `components` is NULL, or may be written.
 */
enum urisift_status urisift_split(const char *text,
                                  size_t len,
                                  struct urisift_components *components);

/**
 * Whether a URI from an untrusted source may become a link, as `urisift_found_is_harmless` says of a find.
 * A text that is no URI with a scheme is not harmless.
 *
 * # Safety
 * `text` points to `len` bytes.
 */
bool urisift_is_harmless(const char *text,
                         size_t len);

/**
 * Gives the normal form of a URI or reference after `steps`, URISIFT_STEP_… joined by `|`. The caller owns
 * the string. If the status is not URISIFT_STATUS_OK, `normal` is NULL.
 *
 * # Safety
 * `text` points to `len` bytes; `normal` may be written; `fault` is NULL, or may be written.
 */
enum urisift_status urisift_normalize(const char *text,
                                      size_t len,
                                      uint32_t steps,
                                      char **normal,
                                      struct urisift_fault *fault);

/**
 * Gives what a reference refers to in a document whose URI is `base` (RFC 3986 5.2). The caller owns the
 * string. If the status is not URISIFT_STATUS_OK, `target` is NULL; URISIFT_STATUS_INVALID_BASE says that
 * the fault is one of the base.
 *
 * # Safety
 * `base` and `reference` point to as many bytes as their lengths say; `target` may be written; `fault` is
 * NULL, or may be written.
 */
enum urisift_status urisift_resolve(const char *base,
                                    size_t base_len,
                                    const char *reference,
                                    size_t reference_len,
                                    char **target,
                                    struct urisift_fault *fault);

/**
 * Gives a short reference that resolves to `target` against `base`; `target` itself if there is none. The caller
 * owns the string. If the status is not URISIFT_STATUS_OK, `reference` is NULL; URISIFT_STATUS_INVALID_BASE
 * says that the fault is one of the base.
 *
 * # Safety
 * `base` and `target` point to as many bytes as their lengths say; `reference` may be written; `fault` is
 * NULL, or may be written.
 */
enum urisift_status urisift_relative(const char *base,
                                     size_t base_len,
                                     const char *target,
                                     size_t target_len,
                                     char **reference,
                                     struct urisift_fault *fault);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* URISIFT_H */
