// What arrives in pieces gives the finds of the whole, however it is cut.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Extractor, find } from "urisift";

const corpora = new URL("../../../corpora/", import.meta.url);
const read = (name) => new Uint8Array(readFileSync(new URL(name, corpora)));
const plain = (finds) => finds.map(({ start, end, raw, uri, readings, wrapper }) => ({ start, end, raw, uri, readings, wrapper }));

function inPieces(data, length, options) {
  const feeder = new Extractor(options).feeder();
  const finds = [];
  for (let at = 0; at < data.length; at += length) finds.push(...feeder.push(data.slice(at, at + length)));
  return plain([...finds, ...feeder.finish()]);
}

const OPTIONS = { www: true, bare: true, email: true, refang: true };
const TEXT = "Ä𝄞 <http://a.example/\n b> 𝄞www.ä.example, http://b.example/𐐀c- \ud834\nhxxp://x[.]example/ ";

test("strings", () => {
  const text = TEXT.repeat(20);
  for (const options of [undefined, OPTIONS, { maxLen: 20 }]) {
    const whole = plain(find(text, options));
    assert.ok(whole.length > 20);
    for (const length of [1, 2, 3, 7, 64, 1000]) assert.deepEqual(inPieces(text, length, options), whole);
    for (const found of whole) assert.equal(text.slice(found.start, found.end), found.raw);
  }
});

test("bytes", () => {
  for (const name of ["cases/04-folds.toml", "news/thread.txt", "hostile/characters.txt", "web/notes.md"]) {
    const bytes = read(name);
    for (const options of [undefined, OPTIONS]) {
      const whole = plain(find(bytes, options));
      for (const length of [1, 5, 100, 4096]) assert.deepEqual(inPieces(bytes, length, options), whole, name);
    }
  }
});

test("a long text in strings is not kept", () => {
  const feeder = new Extractor().feeder();
  const piece = `${"ä".repeat(50_000)} http://a.example/ `;
  let count = 0;
  for (let i = 0; i < 200; i += 1) {
    for (const found of feeder.push(piece)) {
      assert.equal(found.start, count * piece.length + 50_001);
      count += 1;
    }
  }
  count += feeder.finish().length;
  assert.equal(count, 200);
});

test("a find comes as soon as it is decided", () => {
  const feeder = new Extractor().feeder();
  assert.deepEqual(feeder.push("See http://a.exam"), []);
  assert.equal(feeder.push("ple/b, and ").length, 1);
  assert.deepEqual(feeder.finish(), []);
});

test("what makes no sense is refused", () => {
  const feeder = new Extractor().feeder();
  feeder.push("a");
  assert.throws(() => feeder.push(Uint8Array.of(1)), { name: "TypeError", message: /do not mix/ });
  assert.throws(() => feeder.push(1), TypeError);
  feeder.finish();
  assert.throws(() => feeder.push("a"), { name: "TypeError", message: /finished/ });
  assert.throws(() => feeder.finish(), { name: "TypeError", message: /finished/ });
});
