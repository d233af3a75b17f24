#!/usr/bin/env python3
"""Compares the verdicts of `urisift explain --edition` with regular expressions written from the grammar of each
edition.

editions.py URISIFT [--show N] [--strings N]

Makes random strings from pieces of URIs, for each edition but the draft of 1994. Prints, as one line of JSON, how many
strings were judged, how many of them conform, and how many verdicts differ.
"""

import argparse
import collections
import json
import random
import re
import subprocess

ESC = "%[0-9A-Fa-f]{2}"


def some(chars, escape=True):
    """One of these characters, or an escape."""
    chars = "[" + "".join("\\" + c if c in r"\]^[-" else c for c in chars if c != "\0") + "A-Za-z0-9]"
    return f"(?:{chars}|{ESC})" if escape else chars


LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
TOPLABEL = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
NUMBERS = r"[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+"
HOSTNAME = rf"(?:{LABEL}\.)*{TOPLABEL}"
OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
IPV4 = rf"{OCTET}(?:\.{OCTET}){{3}}"


def ipv6():
    h16 = "[0-9A-Fa-f]{1,4}"
    ls32 = f"(?:{h16}:{h16}|{IPV4})"
    some = [f"(?:{h16}:){{6}}{ls32}", f"::(?:{h16}:){{5}}{ls32}"]
    for before in range(1, 6):
        some.append(f"(?:(?:{h16}:){{0,{before - 1}}}{h16})?::(?:{h16}:){{{5 - before}}}{ls32}")
    some.append(f"(?:(?:{h16}:){{0,5}}{h16})?::{h16}")
    some.append(f"(?:(?:{h16}:){{0,6}}{h16})?::")
    return "(?:" + "|".join(some) + ")"


def rfc1738():
    uchar, xchar = some("$-_.+!*'(),"), some("$-_.+!*'(),;/?:@&=")
    host = f"(?:{HOSTNAME}|{NUMBERS})"
    hostport = f"{host}(?::[0-9]+)?"
    user = f"(?:{uchar}|[;?&=])*"
    login = f"(?:{user}(?::{user})?@)?{hostport}"
    fsegment, hsegment = f"(?:{uchar}|[?:@&=])*", f"(?:{uchar}|[;:@&=])*"
    fpath = f"{fsegment}(?:/{fsegment})*"
    group = r"[A-Za-z][A-Za-z0-9\-.+_]*"
    field = f"(?:{uchar}|[?:@&])*"
    own = {
        "ftp": f"//{login}(?:/{fpath}(?:;type=[AaIiDd])?)?",
        "file": f"//(?:{host})?/{fpath}",
        "http": rf"//{hostport}(?:/{hsegment}(?:/{hsegment})*(?:\?{hsegment})?)?",
        "gopher": f"//{hostport}(?:/(?:{xchar}(?:{xchar})*)?)?",
        "mailto": f"(?:{xchar})+",
        "news": rf"(?:\*|{group}|(?:{uchar}|[;/?:&=])+@{host})",
        "nntp": f"//{hostport}/{group}(?:/[0-9]+)?",
        "telnet": f"//{login}/?",
        "wais": rf"//{hostport}/(?:{uchar})*(?:\?{hsegment}|/(?:{uchar})*/(?:{uchar})*)?",
        "prospero": f"//{hostport}/{fsegment}(?:/{fsegment})*(?:;{field}={field})*",
    }
    parts = [f"(?i:{name}):{rule}" for name, rule in own.items()]
    parts.append(f"(?!(?i:{'|'.join(own)}):)[A-Za-z0-9+.-]+:(?:{xchar})*")
    return "|".join(parts)


def rfc1808():
    xchar = some("$-_.+!*'(),;/?:@&=")
    return f"[A-Za-z0-9+.-]+:(?:{xchar})*(?:#(?:{xchar})*)?"


def rfc1808_reference():
    uchar, xchar = some("$-_.+!*'(),"), some("$-_.+!*'(),;/?:@&=")
    pchar = f"(?:{uchar}|[:@&=])"
    rel_path = rf"(?:{pchar}+(?:/{pchar}*)*)?(?:;(?:{pchar}|/)*(?:;(?:{pchar}|/)*)*)?(?:\?(?:{xchar})*)?"
    relative = f"(?://(?:{pchar}|[;?])*(?:/{rel_path})?|/{rel_path}|{rel_path})"
    return f"(?:[A-Za-z0-9+.-]+:(?:{xchar})*|{relative})(?:#(?:{xchar})*)?"


def draft1997():
    unreserved = some("$-_.!~*'(),")
    urlc = some("$-_.!~*'(),;/?:@&=+")
    user = f"(?:{unreserved}|[;&=+])*"
    hostport = f"(?:{HOSTNAME}|{NUMBERS})(?::[0-9]*)?"
    site = f"(?:(?:{user}(?::{user})?@)?{hostport})?"
    pchar = f"(?:{unreserved}|[:@&=+])"
    segment = f"{pchar}*(?:;{pchar}*)*"
    path = rf"{segment}(?:/{segment})*(?:\?(?:{urlc})*)?"
    # After two slashes, the site has precedence over an opaque part (4.4).
    return rf"[A-Za-z0-9+.-]+:(?://{site}(?:/{path})?|(?!//)(?:{urlc})*)(?:#(?:{urlc})*)?"


def rfc2396_parts():
    unreserved = some("-_.!~*'()")
    uric = f"(?:{unreserved}|[;/?:@&=+$,])"
    pchar = f"(?:{unreserved}|[:@&=+$,])"
    segment = f"{pchar}*(?:;{pchar}*)*"
    abs_path = f"/{segment}(?:/{segment})*"
    host = rf"(?:{HOSTNAME}\.?|{NUMBERS})"
    server = f"(?:(?:(?:{unreserved}|[;:&=+$,])*@)?{host}(?::[0-9]*)?)?"
    authority = f"(?:{server}|(?:{unreserved}|[$,;:@&=+])+)"
    net_path = f"//{authority}(?:{abs_path})?"
    absolute = rf"[A-Za-z][A-Za-z0-9+.-]*:(?:(?:{net_path}|{abs_path})(?:\?{uric}*)?|(?:{unreserved}|[;?:@&=+$,]){uric}*)"
    rel_path = f"(?:{unreserved}|[;@&=+$,])+(?:{abs_path})?"
    relative = rf"(?:{net_path}|{abs_path}|{rel_path})(?:\?{uric}*)?"
    return absolute, relative, f"(?:#{uric}*)?"


def rfc2396():
    absolute, _, fragment = rfc2396_parts()
    return absolute + fragment


def rfc2396_reference():
    absolute, relative, fragment = rfc2396_parts()
    return f"(?:{absolute}|{relative})?{fragment}"


def draft2003():
    unreserved = some("-_.!~*'()")
    pchar = f"(?:{unreserved}|[;:@&=+$,])"
    query = f"(?:{pchar}|[/?])*"
    path = f"/{pchar}*(?:/{pchar}*)*"
    label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    toplabel = "[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    hostname = rf"{label}(?:(?:\.{label})*\.{toplabel}\.?|(?:\.{label})*)"
    host = rf"(?:\[{ipv6()}\]|{IPV4}|{hostname})"
    server = f"(?:(?:(?:{unreserved}|[;:&=+$,])*@)?{host}(?::[0-9]*)?)?"
    hier = rf"(?://(?:{server}|{pchar}+)(?:{path})?|(?!//){path})?(?:\?{query})?"
    opaque = rf"(?:{unreserved}|[\[\];?:@&=+$,])(?:{unreserved}|[\[\];?:@&=+$,/])*"
    return f"[A-Za-z][A-Za-z0-9+.-]*:(?:{hier}|{opaque})(?:#{query})?"


def rfc3986():
    pchar = some("-._~!$&'()*+,;=:@")
    query = f"(?:{pchar}|[/?])*"
    future = "[vV][0-9A-Fa-f]+\\." + some("-._~!$&'()*+,;=:", escape=False) + "+"
    name, userinfo = some("-._~!$&'()*+,;="), some("-._~!$&'()*+,;=:")
    host = rf"(?:\[(?:{ipv6()}|{future})\]|{name}*)"
    authority = f"(?:{userinfo}*@)?{host}(?::[0-9]*)?"
    abempty = f"(?:/{pchar}*)*"
    hier = f"(?://{authority}{abempty}|/(?:{pchar}+{abempty})?|{pchar}+{abempty}|)"
    return rf"[A-Za-z][A-Za-z0-9+.-]*:{hier}(?:\?{query})?(?:#{query})?"


def rfc2141():
    char = some("()+,-.:=@;$_!*'/?#")
    return f"(?i:urn):(?!(?i:urn):)[A-Za-z0-9][A-Za-z0-9-]{{0,31}}:(?!.*%00)(?:{char})+"


def draft2012():
    pchar = some("-._~!$&'()*+,;=:@")
    value = some("-._~!$'()*+,;=:@/?")
    directive = f"[A-Za-z](?:-?[A-Za-z0-9])*={value}*"
    once = r"(?![^?#]*\?(?:[^#]*&)?([sc])=[^#]*&\1=)"
    nid = "(?!(?i:urn):)[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]"
    nss = f"(?![^?#]*%00)(?:{pchar})+"
    return rf"(?i:urn):{once}{nid}:{nss}(?:\?{directive}(?:&{directive})*)?(?:#(?:{pchar}|[/?])*)?"


def rfc8141():
    pchar = some("-._~!$&'()*+,;=:@")
    more = f"(?:{pchar}|[/?])*"
    nid = "(?!(?i:urn):)[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]"
    # The first ?= ends an r-component.
    resolution = rf"(?:\?\+{pchar}(?:(?!\?=)(?:{pchar}|[/?]))*)?"
    return rf"(?i:urn):{nid}:{pchar}(?:{pchar}|/)*{resolution}(?:\?={pchar}{more})?(?:#{more})?"


RULES = {
    ("rfc1738", "uri"): rfc1738,
    ("rfc1808", "uri"): rfc1808,
    ("rfc1808", "uri-reference"): rfc1808_reference,
    ("1997", "uri"): draft1997,
    ("rfc2396", "uri"): rfc2396,
    ("rfc2396", "uri-reference"): rfc2396_reference,
    ("2003", "uri"): draft2003,
    ("rfc3986", "uri"): rfc3986,
    ("rfc2141", "uri"): rfc2141,
    ("2012", "uri"): draft2012,
    ("rfc8141", "uri"): rfc8141,
}
STARTS = ["", "http://", "x:", "1:", "//", "/", "ftp://a", "news:", "file://", "x://u@", "mailto:", "wais://h/", "a_b:"]
PIECES = "a b 1 / // : : ? # @ ; = & + - . .. ~ _ ! ' ( ) * , $ % %4 %41 %00 [ ] [::1] [v1.a] 1.2.3.4 h.x | \" ^ # :80"
PIECES = PIECES.split() + ["//h", "type=a", "p;q=r", "www.a.b", "256.1.1.1", "[1::]"]
URN_PIECES = "a b:c ?+ ?= ? # s= c= &s=I2L x=y & / %2c %00 % ~ - _ : ! [ = ab: urn: 1".split()


def made(edition, count):
    rng = random.Random(edition)
    urns = edition in ("rfc2141", "2012", "rfc8141")
    strings = set()
    while len(strings) < count:
        start = rng.choice(["urn:", "URN:ab:", "urn:a", "urn:ab:c", "urn:ab:c", "x:"] if urns else STARTS)
        pieces = [rng.choice(URN_PIECES if urns else PIECES) for _ in range(rng.randrange(8))]
        # The rarer a piece, the longer what conforms.
        few = rng.sample(pieces, min(2, len(pieces)))
        strings.add(start + "".join(rng.choice(few) if rng.random() < 0.3 else piece for piece in pieces))
    strings.discard("")
    return sorted(strings)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("urisift")
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--strings", type=int, default=20000)
    arguments = parser.parse_args()
    counts = collections.Counter()
    for (edition, shape), rule in RULES.items():
        whole = re.compile(rule())
        strings = made(edition, arguments.strings)
        command = [arguments.urisift, "explain", "--json", "--edition", edition, "--as", shape, "--null"]
        given = b"".join(string.encode() + b"\0" for string in strings)
        output = subprocess.run(command, input=given, capture_output=True)
        assert output.returncode in (0, 1), output.stderr
        for string, line in zip(strings, output.stdout.splitlines(), strict=True):
            record = json.loads(line)
            assert record["input"] == string
            conforms = whole.fullmatch(string) is not None
            counts["strings"] += 1
            counts["conforming"] += conforms
            if conforms != record["valid"]:
                counts["different"] += 1
                if counts["different"] <= arguments.show:
                    print(edition, shape, string, "conforms" if conforms else "does not conform", record["fault"])
    print(json.dumps({"different": 0, **counts}))


if __name__ == "__main__":
    main()
