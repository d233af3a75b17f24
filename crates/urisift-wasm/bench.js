// Size and throughput beside linkify-it: `npm run bench -- FILE`. Without a file, a text of the project is repeated.

import { buildSync } from "esbuild";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { linkifyit } from "linkify-it";
import { Extractor, find } from "urisift";

const PIECE = 64 << 10;
const ROUNDS = 20;

function corpus(path) {
  if (path !== undefined) return readFileSync(path, "utf8");
  const text = readFileSync(new URL("../../corpora/news/thread.txt", import.meta.url), "utf8");
  return text.repeat((4 << 20) / text.length);
}

const text = corpus(process.argv[2]);
const bytes = new TextEncoder().encode(text);
const paragraphs = text.split("\n\n");

function inPieces() {
  const feeder = new Extractor().feeder();
  let count = 0;
  for (let at = 0; at < bytes.length; at += PIECE) count += feeder.push(bytes.subarray(at, at + PIECE)).length;
  return count + feeder.finish().length;
}

const sum = (of) => paragraphs.reduce((count, paragraph) => count + of(paragraph), 0);
const all = linkifyit();
const strict = linkifyit().set({ fuzzyLink: false, fuzzyEmail: false });
const www = new Extractor({ www: true, bare: true, email: true });

const ROWS = [
  ["urisift, a string", () => find(text).length],
  ["urisift, a string, with the target of each link", () => find(text).filter(({ href }) => href !== null).length],
  ["urisift, bytes", () => find(bytes).length],
  ["urisift, bytes in pieces of 64 KiB", inPieces],
  ["urisift, paragraph by paragraph", () => sum((paragraph) => find(paragraph).length)],
  ["urisift, hosts and addresses too", () => www.find(text).length],
  ["linkify-it, schemes only", () => strict.match(text)?.length ?? 0],
  ["linkify-it, schemes only, paragraph by paragraph", () => sum((paragraph) => strict.match(paragraph)?.length ?? 0)],
  ["linkify-it, hosts and addresses too", () => all.match(text)?.length ?? 0],
];

// The least CPU time of some runs, in microseconds.
function least(run) {
  let [best, count] = [Infinity, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    count = run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return { best, count };
}

// What a page loads: the module and the script, each compressed.
function loaded() {
  const bundled = (contents) => {
    const stdin = { contents, resolveDir: import.meta.dirname };
    return buildSync({ stdin, bundle: true, minify: true, format: "esm", write: false }).outputFiles[0].contents;
  };
  return {
    "urisift, module": readFileSync(new URL(import.meta.resolve("urisift/urisift.wasm"))),
    "urisift, script": bundled('export * from "urisift/core"'),
    "linkify-it, script": bundled('export * from "linkify-it"'),
  };
}

const kilobytes = (bytes) => `${(bytes.length / 1000).toFixed(1).padStart(8)} kB`;

console.log(`Node ${process.version}, ${cpus()[0].model}, ${(bytes.length / 1e6).toFixed(1)} MB\n`);
for (const [name, run] of ROWS) {
  const { best, count } = least(run);
  console.log(`${name.padEnd(50)} ${(bytes.length / best).toFixed(1).padStart(8)} MB/s ${String(count).padStart(8)} finds`);
}
console.log();
for (const [name, file] of Object.entries(loaded())) {
  const [gzip, brotli] = [gzipSync(file, { level: 9 }), brotliCompressSync(file)];
  console.log(`${name.padEnd(50)} ${kilobytes(gzip)} gzip ${kilobytes(brotli)} brotli`);
}
