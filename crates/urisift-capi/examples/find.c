/*
 * Prints where each URI of a file or of standard input begins and ends, in bytes, and the URI. The file is
 * read in pieces of CHUNK bytes (64 KiB unless it is given); the finds do not depend on that.
 *
 *     find [FILE [CHUNK]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "urisift.h"

/* Prints a find; stops the search if the output cannot be written. */
static int print(void *context, const urisift_found *found) {
    FILE *out = context;
    urisift_text uri = urisift_found_uri(found);
    fprintf(out, "%" PRIu64 " %" PRIu64 " ", urisift_found_start(found), urisift_found_end(found));
    fwrite(uri.data, 1, uri.len, out);
    fputc('\n', out);
    return ferror(out);
}

static urisift_status search(FILE *in, size_t chunk, urisift_feeder *feeder) {
    char *buffer = malloc(chunk);
    urisift_status status = buffer ? URISIFT_STATUS_OK : URISIFT_STATUS_MISUSE;
    size_t len;
    while (status == URISIFT_STATUS_OK && (len = fread(buffer, 1, chunk, in)) > 0)
        status = urisift_feeder_push(feeder, buffer, len, print, stdout);
    if (status == URISIFT_STATUS_OK)
        status = urisift_feeder_finish(feeder, print, stdout);
    free(buffer);
    return status;
}

int main(int argc, char **argv) {
    FILE *in = argc > 1 ? fopen(argv[1], "rb") : stdin;
    long chunk = argc > 2 ? strtol(argv[2], NULL, 10) : 65536;
    if (!in || chunk < 1) {
        fprintf(stderr, "usage: %s [FILE [CHUNK]]\n", argv[0]);
        return 2;
    }
    if (urisift_abi_version() != URISIFT_ABI_VERSION) {
        fprintf(stderr, "the library is urisift %s, and not that of the header\n", urisift_version());
        return 2;
    }
    urisift_extractor *extractor = urisift_extractor_new();
    urisift_extractor_set(extractor, URISIFT_OPTION_WWW, 1);
    urisift_feeder *feeder = urisift_feeder_new(extractor);
    urisift_extractor_free(extractor);

    urisift_status status = search(in, (size_t)chunk, feeder);
    urisift_feeder_free(feeder);
    int failed = status != URISIFT_STATUS_OK || ferror(in) || fflush(stdout);
    fclose(in);
    return failed ? 2 : 0;
}
