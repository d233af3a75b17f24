"""Compares the texts of links, and the cautions about them, in made mails with what Python's email and an HTML5 parser
(lexbor) read.

usage: links.py URISIFT [NUMBER]
"""

import collections
import email
import email.policy
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from email.message import EmailMessage
from urllib.parse import urlsplit

from libraries import need

need(selectolax="selectolax==1.0.2")

from selectolax.lexbor import LexborHTMLParser  # noqa: E402

HOSTS = ["example.net", "www.example.com", "example.com", "login.example.com", "example.org", "example.com.example.net"]
TEXTS = [
    "https://www.example.com/login", "http://example.com", "www.example.com", "example.com", "EXAMPLE.com!",
    "(www.example.org)", "example.org/a?b=1", "Click here", "", "Example.", "example.com and more", "login example.com",
    "https://example.net/", "mailto:a@example.com", "1.2.3", "caf\u00e9", "\u00bbwww.example.com\u00ab",
]  # fmt: skip
ATTRIBUTES = [
    "", ' style="color: rgb(1,2,3)"', " class=x target=_blank", ' data-saferedirecturl="https://www.google.com/url?q=x&amp;y"',
    ' originalsrc="https://b.example/"', " title='a > b'", ' onclick="x()"', "\n  rel=nofollow",
]  # fmt: skip
INSIDE = [
    ("", ""), ("<b>", "</b>"), ("<font style='x'>", "</font>"), ("<span>\n ", "\n</span>"), ("<!-- www.c.test -->", ""),
    ("<img src=i.png alt='www.alt.test'>", ""), ("<style>a{b:c}</style>", ""), ("<wbr>", "<br>"), ("<i><u>", "</u></i>"),
]  # fmt: skip
ENCODINGS = ["quoted-printable", "base64", "8bit"]
#: A URI of the web or a host, and around it nothing that is a letter or a digit.
SHOWN = re.compile(r"[\W_]*(?:https?://)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:[/?#:][^\s<>]*)?[\W_]*", re.I)
#: The whitespace of HTML.
BLANKS = re.compile("[ \\t\\n\\f\\r]+")


def link(random):
    """An element, written in one of many ways."""
    target = f"https://{random.choice(HOSTS)}/{random.randrange(1 << 30)}"
    text = random.choice(TEXTS)
    if random.random() < 0.2 and text:
        at = random.randrange(len(text))
        text = f"{text[:at]}&#{ord(text[at])};{text[at + 1:]}"
    if random.random() < 0.2 and text:
        at = random.randrange(len(text))
        text = f"{text[:at]}<b>{text[at:]}</b>"
    before, after = random.choice(INSIDE)
    end = random.choice(["</a>", "</a>", "</A>", "</a >", ""])
    return f'<{random.choice("aA")} href="{target}"{random.choice(ATTRIBUTES)}>{before}{text}{after}{end}'


def mail(random):
    """A mail with a text and a page, or the page alone."""
    links = [random.choice(["<p>", "<td>", " ", "\n"]) + link(random) for _ in range(random.randrange(1, 6))]
    page = "<html><body>" + "".join(links) + "</body></html>\n"
    message = EmailMessage(policy=email.policy.SMTP if random.random() < 0.5 else email.policy.default)
    message["From"] = "a@b.example"
    message["Message-ID"] = f"<{random.randrange(1 << 30)}@b.example>"
    encoding = random.choice(ENCODINGS)
    if random.random() < 0.5:
        message.set_content("text\n")
        message.add_alternative(page, subtype="html", cte=encoding)
    else:
        message.set_content(page, subtype="html", cte=encoding)
    return message.as_bytes()


def told(page):
    """The target and the text of each link of a page, as an HTML5 parser has it. Where an end tag is missing, it makes
    several elements of one."""
    texts = collections.defaultdict(str)
    for element in LexborHTMLParser(page).css("a[href]"):
        for hidden in element.css("style, script"):
            hidden.decompose()
        texts[element.attributes["href"]] += element.text(deep=True)
    return [(target, BLANKS.sub(" ", text).strip(" ")) for target, text in texts.items()]


def is_in(host, domain):
    """Whether a host is a domain or below it."""
    return host == domain or host.endswith("." + domain)


def misleads(target, text):
    """Whether the text of a link shows another host."""
    shown = SHOWN.fullmatch(text)
    if not shown:
        return False
    hosts = [name.lower().removeprefix("www.") for name in (shown[1], urlsplit(target).hostname)]
    return not is_in(*hosts) and not is_in(*reversed(hosts))


def main():
    """Prints the counts as JSON."""
    urisift = os.path.abspath(sys.argv[1])
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(number):
            written = mail(random.Random(seed))
            path = os.path.join(folder, f"{seed}.eml")
            with open(path, "wb") as file:
                file.write(written)
            body = email.message_from_bytes(written, policy=email.policy.default).get_body(("html",))
            expected = [(uri, text, misleads(uri, text)) for uri, text in told(body.get_content())]
            asked = [urisift, "--assess", "--columns", "uri,part,link_text,cautions", path]
            lines = subprocess.run(asked, stdout=subprocess.PIPE, check=False).stdout.splitlines()
            finds = [find for find in map(json.loads, lines) if find["part"].endswith("a@href")]
            had = [
                (find["uri"], find.get("link_text", ""), any(one["caution"] == "link text" for one in find["cautions"]))
                for find in finds
            ]
            counts["links"] += len(expected)
            counts["misleading"] += sum(is_misleading for *_, is_misleading in expected)
            if had != expected:
                counts["different"] += 1
                for one, other in zip(had, expected):
                    if one != other:
                        print(seed, f"{one!r} {other!r}", file=sys.stderr)
    print(json.dumps({"different": 0, **counts}))


if __name__ == "__main__":
    main()
