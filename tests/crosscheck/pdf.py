#!/usr/bin/env python3
"""Compares the finds in PDFs with the addresses of links that pypdf reads from them, and with the text of the pages.

pdf.py URISIFT FOLDER [PDF]... [--show N]

Makes PDFs in the folder with several producers: reportlab, fpdf2, matplotlib and WeasyPrint, and again by qpdf
and PyMuPDF, with streams of objects and encrypted, with a password and without. The address of every link and every
URI that the text shows has to be found as it is. Prints, as one line of JSON, how many files, links and URIs in text
there are, how many of them are missed, and how many files have a password and are not told to be.
"""

import argparse
import collections
import io
import json
import pathlib
import random
import subprocess

from libraries import need

need(
    reportlab="reportlab", fpdf="fpdf2", pypdf="pypdf", pikepdf="pikepdf", pymupdf="pymupdf", matplotlib="matplotlib",
    weasyprint="weasyprint",
)


def addresses(rng):
    tails = ["", "x(1)", "x)(", "a\\b", "é", "?a=1&b=2", "#x;y", "a,b", "x.", "中文", "a%20b", "[1]", "q" * 300]
    for tail in tails:
        yield f"http://{rng.choice('abc')}{rng.randrange(99)}.example/{tail}"
    yield "mailto:a@b.example"


def label(at):
    """A text with a URI, and with kerning and ligatures in some fonts."""
    return f"See {shown(at)} now"


def shown(at):
    return f"http://text{at}.example/AVAVA/office/ffl-To_Wa?q=fi{at}"


def by_reportlab(links):
    from reportlab.pdfgen import canvas
    out = io.BytesIO()
    page = canvas.Canvas(out)
    page.setTitle("See http://title.example/")
    for at, link in enumerate(links):
        page.drawString(50, 800 - 20 * at, label(at))
        page.linkURL(link, (50, 800 - 20 * at, 100, 815 - 20 * at))
    page.save()
    return out.getvalue()


def by_fpdf(links):
    import fpdf
    page = fpdf.FPDF()
    page.add_page()
    page.set_font("helvetica")
    page.set_title("Title é")
    for at, link in enumerate(links):
        page.cell(text=label(at), link=link, new_x="LMARGIN", new_y="NEXT")
    return bytes(page.output())


def by_matplotlib(links):
    import matplotlib
    matplotlib.use("pdf")
    from matplotlib import pyplot
    # Fonts of type 3 have no ligatures: these are drawn by forms, which show no text.
    matplotlib.rcParams["pdf.fonttype"] = 42
    figure = pyplot.figure()
    for at, link in enumerate(links):
        figure.text(0.1, at / 20, label(at), url=link)
    out = io.BytesIO()
    figure.savefig(out, format="pdf")
    return out.getvalue()


def by_weasyprint(links):
    import html
    import weasyprint
    page = "".join(f'<p><a href="{html.escape(link)}">{label(at)}</a>' for at, link in enumerate(links))
    return weasyprint.HTML(string=f"<title>ü</title>{page}").write_pdf()


def again(data):
    """The same in other forms."""
    import pikepdf
    import pymupdf
    for mode in [pikepdf.ObjectStreamMode.generate, pikepdf.ObjectStreamMode.disable]:
        for linear in [False, True]:
            out = io.BytesIO()
            with pikepdf.open(io.BytesIO(data)) as pdf:
                pdf.save(out, object_stream_mode=mode, linearize=linear)
            yield out.getvalue(), False
    # The old revisions need another cipher.
    forms = [dict(R=2, aes=False, metadata=False), dict(R=3, aes=False, metadata=False), dict(R=4), dict(R=6)]
    for password, form in [("b", forms[-1]), *(("", form) for form in forms)]:
        out = io.BytesIO()
        with pikepdf.open(io.BytesIO(data)) as pdf:
            pdf.save(out, encryption=pikepdf.Encryption(owner="a", user=password, **form))
        yield out.getvalue(), password != ""
    with pymupdf.open(stream=data) as pdf:
        yield pdf.tobytes(garbage=3, deflate=True, use_objstms=1), False
        yield pdf.tobytes(ascii=True, expand=255), False


def made(folder):
    for producer in [by_reportlab, by_fpdf, by_matplotlib, by_weasyprint]:
        data = producer(list(addresses(random.Random(producer.__name__))))
        for at, (form, has_password) in enumerate([(data, False), *again(data)]):
            path = folder / f"{producer.__name__}-{at}.pdf"
            path.write_bytes(form)
            yield path, has_password


def links_of(path):
    import pypdf
    links = collections.Counter()
    for page in pypdf.PdfReader(path).pages:
        for note in page.get("/Annots") or []:
            action = note.get_object().get("/A")
            uri = action.get_object().get("/URI") if action is not None else None
            if uri is not None:
                uri = uri.get_object()
                if isinstance(uri, bytes):
                    uri = uri.decode(errors="replace")
                # Without a mark, many write UTF-8.
                try:
                    uri = uri.original_bytes.decode()
                except (AttributeError, UnicodeError):
                    pass
                links[uri.strip()] += 1
    return links


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("urisift")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("pdf", type=pathlib.Path, nargs="*")
    parser.add_argument("--show", type=int, default=0)
    args = parser.parse_args()
    counts = collections.Counter(files=0, links=0, texts=0, missed=0, locked=0, silent=0, failed=0)
    for path, has_password in [*made(args.folder), *((path, False) for path in args.pdf)]:
        done = subprocess.run([args.urisift, "--json", path], capture_output=True, check=False)
        finds = [json.loads(line) for line in done.stdout.decode().splitlines()]
        counts["files"] += 1
        if has_password:
            counts["locked"] += 1
            counts["silent"] += b"encrypted PDF: not read" not in done.stderr or len(finds) > 0
            continue
        links = links_of(path)
        texts = collections.Counter(shown(at) for at in range(links.total()) if path not in args.pdf)
        missed = links + texts - collections.Counter(find["uri"] for find in finds)
        counts["links"] += links.total()
        counts["texts"] += texts.total()
        counts["missed"] += missed.total()
        counts["failed"] += done.returncode not in (0, 1)
        for what in [*missed, done.stderr.decode()][: args.show]:
            print(path, repr(what))
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
