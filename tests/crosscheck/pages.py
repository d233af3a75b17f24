#!/usr/bin/env python3
"""Checks what urisift finds in pages against lexbor, a browser's parser.

pages.py URISIFT TAR [--show N]

lexbor (selectolax) takes each page of the archive apart; charsets are those of html5lib. Links are the
attributes that hold references, and what style sheets refer to, resolved by ada-url, which is what
Node.js has. Everything else, a piece of plain text between any two tags, goes to `urisift --raw`. All
of that, page by page and as often as it stands there, should be what urisift finds in the page itself.

Not counted are references to nothing (`#`, `mailto:`) and those that are not valid for the URL standard.
Prints the counts as one line of JSON: how many are `expected`, how many of them are the `same`, and
everything else by its class; with --show, N of each. `made wrong` is how many of some thousand pages
of broken comments have other images.
"""

import argparse
import collections
import html
import json
import os
import random
import re
import subprocess
import tarfile
import tempfile

from libraries import need

need(selectolax="selectolax==1.0.2", html5lib="html5lib==1.1", ada_url="ada-url==4.0.0")

import ada_url
import webencodings
from html5lib._inputstream import HTMLBinaryInputStream
from selectolax.lexbor import LexborHTMLParser

BASE = "http://base.example/d/page.html"
# The address that a browser notes in a page it saves, which no parser takes for the base.
SAVED = re.compile(rb"<!-- saved from url=.*?-->", re.DOTALL)
# Ends every URI, and is in no page.
SEPARATOR = "\n\n\x0c\x00\n\n"

REFERENCES = set(
    "href src action formaction cite poster background longdesc manifest icon lowsrc dynsrc xlink:href".split()
)
CANDIDATES = {"srcset", "imagesrcset", "data-srcset", "data-lazy-srcset"}
# What scripts put into others. These hold a reference if it looks like one.
LAZY = set("data-src data-bg data-url data-href data-original data-lazy-src data-background".split())
PATH = re.compile(
    r"""(?=.*[a-zA-Z])((?=/|[a-zA-Z][a-zA-Z0-9+.-]*://)[^\x00-\x20\x7f-\U0010ffff<>"'{}|]*"""
    r"""|(?=.*[.:])[^\x00-\x20\x7f-\U0010ffff<>"'{}()|,]*)"""
)
SPACED = {"ping", "profile"}
OBJECTS = {"data", "classid", "codebase", "archive"}
SILENT = {"class", "id", "name", "type", "rel", "charset", "http-equiv"}
# Elements whose content is text for lexbor, and markup for urisift, which shows what a browser would hide.
HIDDEN = {"iframe", "noembed", "noframes"}
SPACE = " \t\n\r\x0c"
CONDITIONAL = re.compile(r"\[if[^>]*>", re.I)
URL = re.compile(
    r"""/\*.*?(?:\*/|$)"""
    r"""|url\(\s*(?:"((?:[^"\\\n]|\\.)*)"?|'((?:[^'\\\n]|\\.)*)'?|([^"'()\s\\]*(?:\\.[^"'()\s\\]*)*))\s*\)?"""
    r"""|@import\s*(?:"([^"\n]*)"|'([^'\n]*)')""",
    re.I | re.S,
)


class Page:
    """What lexbor and the standards make of a page."""

    def __init__(self, markup):
        self.base, self.links, self.texts = None, [], []
        self.read(markup)

    def read(self, markup):
        tree = LexborHTMLParser(markup)
        self.nodes(tree.root.parent, hidden=False)

    def nodes(self, parent, hidden):
        """Everything in a node, in the order of the document."""
        stack = [(parent.child, hidden)]
        while stack:
            node, hidden = stack.pop()
            if node is None:
                continue
            stack.append((node.next, hidden))
            if node.is_text_node:
                self.text(node, hidden)
            elif node.is_comment_node:
                self.comment(node.comment_content or "")
            elif node.is_element_node:
                for name, value in node.attributes.items():
                    self.attribute(node, node.tag, name.lower(), value or "")
                if node.tag == "template":
                    stack.extend((fragment.child, False) for fragment in node.template_fragments()[:1])
                stack.append((node.child, node.tag in HIDDEN))

    def text(self, node, hidden):
        text = node.text_content or ""
        if hidden:
            self.read(text)
        elif node.parent is not None and node.parent.tag == "style":
            self.css("style url()", text)
        else:
            self.texts.append(text)

    def comment(self, text):
        """Conditional comments hold markup; references count in all."""
        condition = CONDITIONAL.match(text)
        if condition:
            inner = Page(text[condition.end() :])
            self.links += inner.links
            self.texts += [condition.group(), *inner.texts]
        else:
            self.texts.append(re.sub(r"&[^&;\s]+;", lambda match: html.unescape(match.group()), text))

    def attribute(self, node, tag, name, value):
        label = f"{tag}@{name}"
        if name in SILENT or name == "xmlns" or name.startswith("xmlns:") or name.endswith(":schemalocation"):
            return
        if tag == "base" and name == "href":
            self.reference(label, value)
            if self.base is None and value.strip(SPACE):
                self.base = resolved(value, BASE) or BASE
        elif name in REFERENCES or name in LAZY and PATH.fullmatch(value.strip(SPACE)):
            self.reference(label, value)
        elif name in CANDIDATES:
            for candidate in candidates(value):
                self.reference(label, candidate)
        elif name in SPACED or name == "archive" and tag == "object":
            for word in value.split():
                self.reference(label, word)
        elif name in OBJECTS and (tag == "object" or tag == "applet" and name != "data"):
            self.reference(label, value)
        elif name == "style":
            self.css(label, value)
        elif tag == "meta" and name == "content":
            self.refresh(node, label, value)
        elif tag == "iframe" and name == "srcdoc":
            self.read(value)
        else:
            self.texts.append(value)

    def refresh(self, node, label, value):
        """HTML 4.2.5.3, "shared declarative refresh steps"."""
        match = re.match(r"\s*[\d.]+\s*[;,\s]\s*(?:url\s*=\s*)?(['\"]?)(.+)", value, re.I | re.S)
        if match and (node.attributes.get("http-equiv") or "").lower() == "refresh":
            target = match.group(2)
            self.reference(label, target.split(match.group(1))[0] if match.group(1) else target)
        else:
            self.texts.append(value)

    def css(self, label, text):
        last = 0
        for match in URL.finditer(text):
            if match.lastindex:
                self.texts.append(text[last : match.start()])
                value = next(group for group in match.groups() if group is not None)
                self.reference(label, unescaped(value))
                last = match.end()
        self.texts.append(text[last:])

    def reference(self, label, value):
        if value.strip(SPACE):
            self.links.append((label, value))

    def resolved(self):
        """Each link with what it refers to."""
        return [(label, resolved(value, self.base or BASE), value) for label, value in self.links]


def unescaped(css):
    css = re.sub(r"\\\n", "", css)
    hexadecimal = lambda match: chr(min(int(match.group(1), 16), 0x10FFFF) or 0xFFFD)
    css = re.sub(r"\\([0-9a-fA-F]{1,6})[ \t\n\r\x0c]?", hexadecimal, css)
    return re.sub(r"\\(.)", r"\1", css)


def candidates(value):
    """HTML 4.8.4.2.2, "parsing a srcset attribute"."""
    at = 0
    while True:
        at += len(value[at:]) - len(value[at:].lstrip(SPACE + ","))
        if at == len(value):
            return
        url = re.match(r"[^ \t\n\r\x0c]+", value[at:]).group()
        at += len(url)
        yield url.rstrip(",")
        if not url.endswith(","):
            depth = 0
            while at < len(value) and (depth or value[at] != ","):
                depth += {"(": 1, ")": -1 if depth else 0}.get(value[at], 0)
                at += 1


def resolved(value, base):
    try:
        return ada_url.URL(value, base=base).href
    except ValueError:
        return None


def decoded(content):
    """The page as a browser decodes it without a Content-Type."""
    stream = HTMLBinaryInputStream(content)
    encoding = stream.charEncoding
    # Without a word, urisift takes it for UTF-8.
    name = encoding[0].name if encoding[1] == "certain" or b"charset" in content[:1024].lower() else "utf-8"
    return webencodings.decode(content, name)[0].replace("\x00", "\ufffd")


def run(command):
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return [json.loads(line) for line in output.splitlines()]


def text(value):
    return value if isinstance(value, str) else json.dumps(value)


def found(urisift, folder, names):
    """The links and the texts of each page by urisift."""
    links, texts = collections.defaultdict(list), collections.defaultdict(list)
    paths = [os.path.join(folder, name) for name in names]
    for find in run([urisift, "--json", "--base", BASE, *paths]):
        name = os.path.basename(find["path"])
        part, _, label = find["part"].partition(" ")
        if label:
            links[name].append((label, text(find.get("resolved", find["uri"]))))
        else:
            texts[name].append(text(find["uri"]))
    return links, texts


def searched(urisift, folder, pages):
    """The URIs in what is text by lexbor."""
    paths = []
    for name, page in pages.items():
        paths.append(os.path.join(folder, name + ".txt"))
        with open(paths[-1], "wb") as out:
            out.write(SEPARATOR.join(page.texts).encode("utf-8", "replace"))
    texts = collections.defaultdict(list)
    for find in run([urisift, "--json", "--as", "plain", *paths]):
        texts[os.path.basename(find["path"])[: -len(".txt")]].append(text(find["uri"]))
    return texts


def key(label, url):
    """A link, with what no URI may hold percent-encoded."""
    encode = lambda match: "".join(f"%{byte:02X}" for byte in match.group().encode("utf-8", "replace"))
    return label.lower(), re.sub(r'[^\x21-\x7e]|[\[\]|\\{}^`"<>]', encode, url)


# References that refer to nothing: urisift shows none of them.
EMPTY = re.compile(r"\s*(#|[a-z][a-z0-9+.-]*:(//)?)?\s*", re.I)
# What RFC 3986 does not let stand in a reference.
ODD = re.compile(r'[^\x21-\x7e]|[\[\]|\\{}^`"<>]|#.*#')
# lexbor makes copies of elements that are closed too late.
REPEATED = "repeated by the tree"
# What an attribute ends with is no sentence's.
ENDS = "end of a value"
DOCTYPE = re.compile(r"<!doctype[^>]*>", re.I)


def differences(theirs, ours):
    """What only one side has."""
    yield from (("missing", one) for one in (theirs - ours).elements())
    yield from (("added", one) for one in (ours - theirs).elements())


def class_of_link(page, theirs, ours):
    """Why a link of one side is not on the other."""
    added = ours - theirs
    values = collections.defaultdict(str)
    for label, url, value in page.resolved():
        values[key(label, url or "")] = value.strip(SPACE)
    early = {key(label, resolved(value, BASE) or "") for label, value in page.links}
    odd = "\n".join(value for _, value in page.links if ODD.search(value.strip(SPACE)) or "%20" in value[:4])

    def of(kind, one):
        label, url = one
        if kind == "missing":
            if one in ours:
                return REPEATED
            if key(label, resolved(values[one], BASE) or "") in added:
                return "before the base"
            return "characters that no URI has" if values[one] in odd else "other"
        if not resolved(url, BASE):
            return "invalid for the URL standard"
        if url in odd:
            return "characters that no URI has"
        return "before the base" if page.base and one in early else "dropped by the tree"

    return of


def class_of_text(page, markup, theirs, ours):
    """Why a URI in text of one side is not on the other."""
    doctype = "".join(DOCTYPE.findall(markup))
    values = [text for text in page.texts if "\n" not in text]

    def of(kind, one):
        if kind == "missing" and one in ours:
            return REPEATED
        wholes = [one] if kind == "added" else [other for other in ours - theirs if other.startswith(one)]
        if any(whole + " " in value + " " for whole in wholes for value in values):
            return ENDS
        return "document type" if one in doctype else "other"

    return of


# Comments, and what looks like them, in any order.
PIECES = [
    *["<!--", "-->", "--!>", "<!-->", "<!--->", "<!---", "--", "-", "!", ">", "<!", "</ ", "</", "</>", "<?"],
    *["<!x", "<?x", " ", "<p title='", "<q ", "'", '"', "/>", "=", "<b>", "</b>", "<!doctype", "<title>", "</title>"],
    *["<style>", "</style>"],
    *5 * ["<img src=@>", "<img src='@'>"],
]


def made(urisift, folder, count):
    """How many pages of such pieces have other images by lexbor."""
    number = random.Random(0)
    paths, expected = [], []
    for page in range(count):
        markup = "<!doctype html><body>" + "".join(number.choices(PIECES, k=number.randrange(3, 14)))
        for image in range(markup.count("@")):
            markup = markup.replace("@", f"http://a.example/{image}", 1)
        images = LexborHTMLParser(markup).css("img")
        expected.append(sorted(filter(None, (image.attributes.get("src") for image in images))))
        paths.append(os.path.join(folder, f"{page}.html"))
        with open(paths[-1], "w") as out:
            out.write(markup)
    images = collections.defaultdict(list)
    for find in run([urisift, "--json", *paths]):
        if find["part"] == "html img@src":
            images[find["path"]].append(find["uri"])
    return sum(sorted(images[path]) != images_there for path, images_there in zip(paths, expected))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("urisift")
    arguments.add_argument("tar")
    arguments.add_argument("--show", type=int, default=0)
    options = arguments.parse_args()
    counts, shown = collections.Counter(), collections.defaultdict(list)

    def compare(what, name, theirs, ours, class_of):
        counts[what] += theirs.total()
        counts["same"] += (theirs & ours).total()
        for kind, one in differences(theirs, ours):
            reason = class_of(kind, one)
            counts[f"{what}, {kind}: {reason}"] += 1
            shown[what, kind, reason].append(f"{what}, {kind}: {reason}\t{name}\t{one}")

    with tempfile.TemporaryDirectory() as folder:
        pages, markups = {}, {}
        with tarfile.open(options.tar) as tar:
            for member in filter(tarfile.TarInfo.isfile, tar):
                content = SAVED.sub(b"<!-- -->", tar.extractfile(member).read())
                name = os.path.basename(member.name)
                with open(os.path.join(folder, name), "wb") as out:
                    out.write(content)
                markups[name] = decoded(content)
                pages[name] = Page(markups[name])
        links, texts = found(options.urisift, folder, pages)
        expected = searched(options.urisift, folder, pages)
        for name, page in pages.items():
            rows = [row for row in page.resolved() if not EMPTY.fullmatch(row[2])]
            theirs = collections.Counter(key(label, url) for label, url, _ in rows if url)
            ours = collections.Counter(key(label, resolved(url, BASE) or url) for label, url in links[name])
            compare("links", name, theirs, ours, class_of_link(page, theirs, ours))
            theirs, ours = collections.Counter(expected[name]), collections.Counter(texts[name])
            compare("texts", name, theirs, ours, class_of_text(page, markups[name], theirs, ours))
    for rows in shown.values():
        print(*rows[: options.show], sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        counts["made wrong"] = made(options.urisift, folder, 3000)
    repeated = sum(counts[f"{what}, missing: {REPEATED}"] for what in ("links", "texts"))
    expected = counts["links"] + counts["texts"] - repeated
    same = counts["same"] + counts[f"texts, missing: {ENDS}"]
    print(json.dumps({**counts, "pages": len(pages), "expected": expected, "same": same}))


main()
