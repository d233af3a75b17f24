"""The package in a browser, which fetches the module."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from playwright.sync_api import Browser

from conftest import NPM

FIND = """async () => {
    const { find, parse, Extractor } = await import("/web.js");
    const feeder = new Extractor({ www: true }).feeder();
    const finds = [...feeder.push("Ä www.a.exam"), ...feeder.push("ple/b "), ...feeder.finish()];
    return [find("http://a.example/")[0].host, finds.map(({ start, href }) => [start, href]), parse("tel:+1-201-555-0123").path];
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def test_the_module_is_fetched(browser: Browser) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=NPM / "urisift"))
    Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/package.json")
    assert page.evaluate(FIND) == ["a.example", [[2, "https://www.a.example/b"]], "+1-201-555-0123"]
    page.close()
    server.shutdown()
