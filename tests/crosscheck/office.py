#!/usr/bin/env python3
"""Checks what urisift finds in office documents and HTTP archives that other libraries have made.

office.py URISIFT FOLDER [--show N]

Workbooks, documents, slides and texts are made in the folder with openpyxl, XlsxWriter, python-docx, python-pptx and
odfpy, and an HTTP archive with the modules of Python. Each URI stands in them once, in one of the ways that the library
offers: as a cell, a rich text, a formula, a hyperlink, a field, or in runs that split it anywhere. Prints the counts as
one line of JSON; the differences with --show.
"""

import argparse
import base64
import collections
import html
import json
import pathlib
import random
import subprocess

from libraries import need

need(openpyxl="openpyxl", xlsxwriter="XlsxWriter", docx="python-docx", pptx="python-pptx", odf="odfpy")

import docx
import openpyxl
import pptx
import xlsxwriter
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from odf.opendocument import OpenDocumentText
from odf.text import A, LineBreak, P, Span, Tab
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.worksheet.hyperlink import Hyperlink

EACH = 40
RANDOM = random.Random(1)


def uris(kind):
    """URIs of one way, each of its own."""
    fragment = {"fragment": "#a<b", "field": "#part"}.get(kind, "")
    for n in range(EACH):
        yield f"http://{kind}.example/{n}/?a={n}&b=c-d_{n}{fragment}"


def split(uri):
    """The URI in up to four pieces."""
    cuts = sorted(RANDOM.sample(range(1, len(uri)), RANDOM.randrange(1, 4)))
    return [uri[a:b] for a, b in zip([0, *cuts], [*cuts, None])]


def formula(uri):
    return f'=HYPERLINK("{uri}","label")'


def openpyxl_book(path):
    book = openpyxl.Workbook()
    sheet = book.active
    for row, uri in enumerate(uris("cell"), 1):
        sheet.cell(row, 1, uri)
    for row, uri in enumerate(uris("text"), 1):
        sheet.cell(row, 2, f"see {uri},\nor so")
    for row, uri in enumerate(uris("formula"), 1):
        sheet.cell(row, 3, formula(uri))
    for row, uri in enumerate(uris("linked"), 1):
        sheet.cell(row, 4, "label").hyperlink = uri
    for row, uri in enumerate(uris("rich"), 1):
        bold = InlineFont(b=True)
        pieces = [TextBlock(bold, piece) if n % 2 else piece for n, piece in enumerate(split(uri))]
        sheet.cell(row, 5, CellRichText(*pieces))
    for row, uri in enumerate(uris("fragment"), 1):
        cell, (target, fragment) = sheet.cell(row, 6, "label"), uri.split("#")
        cell.hyperlink = Hyperlink(cell.coordinate, target=target, location=fragment)
    book.save(path)
    return "cell", "text", "formula", "linked", "rich", "fragment"


def xlsxwriter_book(path):
    book = xlsxwriter.Workbook(str(path), {"strings_to_urls": False})
    sheet, bold = book.add_worksheet(), book.add_format({"bold": True})
    for row, uri in enumerate(uris("cell")):
        sheet.write(row, 0, uri)
    for row, uri in enumerate(uris("formula")):
        sheet.write_formula(row, 1, formula(uri))
    for row, uri in enumerate([*uris("linked"), *uris("fragment")]):
        sheet.write_url(row, 2, uri, string="label")
    for row, uri in enumerate(uris("rich")):
        pieces = [part for n, piece in enumerate(split(uri)) for part in ([bold, piece] if n % 2 else [piece])]
        sheet.write_rich_string(row, 3, *pieces)
    book.close()
    return "cell", "formula", "linked", "rich", "fragment"


def element(name, text=None, **attributes):
    made = OxmlElement(name)
    for key, value in attributes.items():
        made.set(qn(key.replace("_", ":")), value)
    if text:
        made.text = text
    return made


def document(path):
    made = docx.Document()
    for uri in uris("paragraph"):
        made.add_paragraph(uri)
    for uri in uris("runs"):
        paragraph = made.add_paragraph("see ")
        for piece in split(uri):
            paragraph.add_run(piece).bold = RANDOM.choice([None, True, False])
        paragraph.add_run(" there")
    table = made.add_table(EACH, 2)
    for row, uri in enumerate(uris("cell")):
        table.cell(row, 0).text = uri
        table.cell(row, 1).text = "next"
    for uri in uris("border"):
        paragraph = made.add_paragraph()
        paragraph.add_run(f"{uri}\tnext" if RANDOM.random() < 0.5 else f"{uri}\nnext")
    for uri in uris("field"):
        paragraph = made.add_paragraph()
        target, fragment = uri.split("#")
        code = f' HYPERLINK "{target}" \\l "{fragment}" '
        for part in [
            element("w:fldChar", w_fldCharType="begin"),
            *(element("w:instrText", piece) for piece in split(code)),
            element("w:fldChar", w_fldCharType="separate"),
            element("w:t", "label"),
            element("w:fldChar", w_fldCharType="end"),
        ]:
            paragraph.add_run()._r.append(part)
    for uri in [*uris("linked"), *uris("fragment")]:
        target, _, fragment = uri.partition("#")
        identifier = made.part.relate_to(target, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        link = element("w:hyperlink", r_id=identifier)
        if fragment:
            link.set(qn("w:anchor"), fragment)
        run = element("w:r")
        run.append(element("w:t", "label"))
        link.append(run)
        made.add_paragraph("x")._p.append(link)
    made.save(path)
    return "paragraph", "runs", "cell", "border", "field", "linked", "fragment"


def slides(path):
    made = pptx.Presentation()
    text = made.slides.add_slide(made.slide_layouts[1]).placeholders[1].text_frame
    for uri in uris("runs"):
        paragraph = text.add_paragraph()
        for piece in split(uri):
            run = paragraph.add_run()
            run.text = piece
            run.font.bold = RANDOM.choice([None, True])
    for uri in uris("break"):
        text.add_paragraph().text = f"{uri}\vnext"
    for uri in uris("linked"):
        run = text.add_paragraph().add_run()
        run.text = "label"
        run.hyperlink.address = uri
    made.save(path)
    return "runs", "break", "linked"


def open_document(path):
    made = OpenDocumentText()
    for uri in uris("spans"):
        paragraph = P(text="see ")
        for n, piece in enumerate(split(uri)):
            paragraph.addElement(Span(text=piece)) if n % 2 else paragraph.addText(piece)
        made.text.addElement(paragraph)
    for uri in uris("border"):
        paragraph = P(text=uri)
        paragraph.addElement(RANDOM.choice([Tab, LineBreak])())
        paragraph.addText("next")
        made.text.addElement(paragraph)
    for uri in uris("linked"):
        paragraph = P(text="x")
        paragraph.addElement(A(href=uri, text="label"))
        made.text.addElement(paragraph)
    made.save(path)
    return "spans", "border", "linked"


def archive(path):
    entries = []

    def entry(kind, media, text, in_base64):
        content = {"mimeType": media, "text": text}
        if in_base64:
            content |= {"text": base64.b64encode(text.encode()).decode(), "encoding": "base64"}
        pairs = list(content.items())
        RANDOM.shuffle(pairs)
        entries.append({"request": {"url": f"http://request.example/{kind}/"}, "response": {"content": dict(pairs)}})

    for n, uri in enumerate(uris("page")):
        entry("page", "text/html", f'<a href="{html.escape(uri)}">x</a>', n % 2)
    for n, uri in enumerate(uris("plain")):
        entry("plain", "text/plain", f"see <{uri}>\n" * 1 + "x" * n * 999, n % 2)
    for uri in uris("string"):
        entry("json", "application/json", json.dumps({"a": f'<p title="x">{html.escape(uri)}</p>'}), False)
    path.write_text(json.dumps({"log": {"version": "1.2", "entries": entries}}))
    return "page", "plain", "string"


MADE = {
    "openpyxl.xlsx": openpyxl_book,
    "xlsxwriter.xlsx": xlsxwriter_book,
    "python.docx": document,
    "python.pptx": slides,
    "odfpy.odt": open_document,
    "python.har": archive,
}


def finds(urisift, path):
    """How often each URI of the tests is found."""
    done = subprocess.run([urisift, "--json", path], capture_output=True, check=True)
    found = (json.loads(line)["uri"] for line in done.stdout.splitlines())
    return collections.Counter(uri for uri in found if ".example/" in uri and "//request." not in uri)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("urisift")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    counts = collections.Counter()
    for name, make in MADE.items():
        path = options.folder / name
        expected = collections.Counter(uri for kind in make(path) for uri in uris(kind))
        found = finds(options.urisift, path)
        wrong = list((expected - found).items()) + list((found - expected).items())
        counts.update(files=1, expected=expected.total(), wrong=len(wrong))
        for uri, count in wrong[: options.show]:
            print(name, count, uri, "missing" if uri in expected - found else "too many")
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
