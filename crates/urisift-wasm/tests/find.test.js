// The package as Node loads it, from where `npm run build` puts it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Extractor, Fault, Found, find } from "urisift";

const uris = (finds) => finds.map((found) => found.uri);

test("offsets of a string are those of the string", () => {
  const text = "Ä𝄞: <http://www.w3.org/\n  Addressing/>, http://例え.example/𝄞 und http://a.example/";
  const finds = find(text);
  assert.deepEqual(uris(finds), [
    "http://www.w3.org/Addressing/", "http://例え.example/𝄞".slice(0, finds[1].uri.length), "http://a.example/",
  ]);
  for (const found of finds) assert.equal(text.slice(found.start, found.end), found.raw);
});

test("offsets of bytes are bytes", () => {
  const bytes = new TextEncoder().encode("Ä: <http://www.w3.org/\n  Addressing/>, http://ä.example/");
  for (const found of find(bytes)) {
    assert.equal(new TextDecoder().decode(bytes.subarray(found.start, found.end)), found.raw);
  }
  assert.deepEqual(find(bytes).map(({ start }) => start), [5, 40]);
  // A view into a larger buffer, and bytes that are no UTF-8.
  const view = Uint8Array.of(0, 255, ...bytes).subarray(2);
  assert.deepEqual(uris(find(view)), uris(find(bytes)));
  assert.equal(find(Uint8Array.from(Buffer.from("http://a.example/\xffb", "latin1")))[0].end, 17);
});

test("halves of characters stand as they are", () => {
  const text = "\ud834 http://a.example/b \udd1e <http://a.example/\ud834>";
  assert.deepEqual(find(text).map((found) => text.slice(found.start, found.end)).slice(0, 1), ["http://a.example/b"]);
  for (const found of find(text)) assert.equal(text.slice(found.start, found.end), found.raw);
});

test("a find says what it is", () => {
  const [found] = find("See <URL:HTTP://me:pw@a.example:8o/b%7e?c#d>.");
  assert.ok(found instanceof Found);
  assert.equal(found.wrapper, "url-angle");
  const { scheme, userinfo, host, port, path, query, fragment } = found;
  assert.deepEqual(
    { scheme, userinfo, host, port, path, query, fragment },
    { scheme: "HTTP", userinfo: "me:pw", host: "a.example", port: "8o", path: "/b%7e", query: "c", fragment: "d" },
  );
  assert.equal(found.valid, false);
  assert.ok(found.fault instanceof Fault && found.fault instanceof Error);
  assert.deepEqual([found.fault.rule, found.uri[found.fault.at]], ["port", "o"]);
  assert.match(found.fault.message, /^"o" at 24 does not fit: port = \*DIGIT \(RFC 3986 3\.2\.3\)$/);
  assert.equal(found.href, null);
  assert.equal(found.harmless, false);
});

test("places are UTF-16 in what is said of a find, too", () => {
  const [found] = find("http://ä𐐀.example:8o/", { iri: "always" });
  assert.equal(found.fault && found.uri[found.fault.at], "o");
  const [spoof] = find("<http://www.bänk.example@10.0.0.1/>");
  const [caution] = spoof.cautions;
  assert.equal(caution.kind, "userinfo-looks-like-a-host");
  assert.equal(spoof.uri.slice(caution.start, caution.end), "www.bänk.example");
  assert.match(caution.sentence, /RFC 3986/);
});

test("both readings of a break after a hyphen", () => {
  const [found] = find("<http://a.example/b-\nc>");
  assert.deepEqual(found.readings, ["http://a.example/b-c", "http://a.example/bc"]);
  assert.ok(found.cautions.some(({ kind }) => kind === "one-of-two-readings"));
  assert.deepEqual(find("http://a.example/")[0].readings, ["http://a.example/"]);
});

test("links", () => {
  const text = "www.a.example/b a@example.org <javascript:alert(1)> http://0x7f.1/ http://a.example/?b&c";
  assert.deepEqual(
    find(text, { www: true, email: true }).map(({ href }) => href),
    ["https://www.a.example/b", "mailto:a@example.org", null, null, "http://a.example/?b&c"],
  );
  const [host] = find("www.a.example/b", { www: true });
  assert.deepEqual([host.scheme, host.host, host.path, host.valid], [null, "www.a.example", "/b", true]);
});

test("cautions need the tables of Unicode", () => {
  const kinds = find("http://xn--pple-43d.com/")[0].cautions.map(({ kind }) => kind);
  assert.ok(kinds.includes("homograph"), kinds.join());
});

test("options", () => {
  const count = (text, options) => find(text, options).length;
  assert.equal(count("www.a.example"), 0);
  assert.equal(count("www.a.example", { www: true }), 1);
  assert.equal(count("example.org/a", { bare: true }), 1);
  assert.equal(count("hxxp://a[.]example/", { refang: true }), 1);
  assert.equal(find("http:\\/\\/a.example\\/", { escapes: false }).length, 0);
  assert.equal(find("http:\\/\\/a.example\\/b")[0].uri, "http://a.example/b");
  assert.equal(find("http://a.example/ä", { iri: "never" })[0].uri, "http://a.example/");
  assert.equal(find("http://a.example/b\nc", { join: "always" })[0].uri, "http://a.example/bc");
  assert.equal(find("<http://a.example/b c>", { fold: "always" })[0].uri, "http://a.example/bc");
  assert.equal(find("http://a.example/b.", { trailing: "keep" })[0].uri, "http://a.example/b.");
  const [cut] = find("http://a.example/bcd", { maxLen: 18 });
  assert.deepEqual([cut.uri, cut.truncated, cut.truncatedBySource], ["http://a.example/b", true, false]);
  const [short] = find("http://a.example/b…");
  assert.deepEqual([short.uri, short.truncated, short.truncatedBySource], ["http://a.example/b", false, true]);
  assert.equal(find(`<http://a.example/\n${"b".repeat(100)}>`, { maxWrap: 10 })[0].uri, "http://a.example/");
  assert.equal(count("www.a.example", { www: undefined }), 0);
});

test("a limit within a character", () => {
  const text = "<http://a.example/𐐀𐐀> http://b.example/";
  const [cut, next] = find(text, { maxLen: 20 });
  assert.deepEqual([cut.raw, cut.truncated, next.uri], ["http://a.example/", true, "http://b.example/"]);
  for (const found of [cut, next]) assert.equal(text.slice(found.start, found.end), found.raw);
});

test("what is no option is refused", () => {
  for (const [options, message] of [
    [{ wwww: true }, /there is no option wwww/],
    [{ www: 1 }, /www: expected false or true, not 1/],
    [{ join: "sometimes" }, /join: expected never or auto or always, not sometimes/],
    [{ maxLen: -1 }, /maxLen: expected a number of bytes/],
    [{ maxLen: "1" }, /maxLen/],
    [{ toString: 1 }, /there is no option toString/],
  ]) {
    assert.throws(() => new Extractor(options), { name: "TypeError", message });
  }
  for (const data of [undefined, null, 1, {}, ["http://a.example/"]]) {
    assert.throws(() => find(data), { name: "TypeError", message: "expected a string or a Uint8Array" });
  }
});

test("JSON has all of it", () => {
  const [found] = JSON.parse(JSON.stringify(find("http://a.example:8o/")));
  assert.deepEqual(found, {
    start: 0, end: 20, uri: "http://a.example:8o/", raw: "http://a.example:8o/",
    readings: ["http://a.example:8o/"], wrapper: "none", truncated: false, truncatedBySource: false,
    scheme: "http", authority: "a.example:8o", userinfo: null, host: "a.example", port: "8o", path: "/",
    query: null, fragment: null, valid: false,
    fault: { at: 18, rule: "port", definition: "*DIGIT", source: "RFC 3986 3.2.3" },
    cautions: [], harmless: false, href: null,
  });
});
