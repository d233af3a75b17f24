// What is said of every find in the texts of the project is what the command says.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { find } from "urisift";

const project = new URL("../../../", import.meta.url);
const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("target", project));
const command = process.env.URISIFT ?? `${target}/debug/urisift`;

const bytes = (text) => new TextEncoder().encode(text).length;

// A find as the command writes it: places in bytes, and no fields without a value.
function record(found) {
  const { start, end, uri, wrapper, truncated, truncatedBySource, valid, fault } = found;
  const { scheme, userinfo, host, port, path, query, fragment } = found;
  const place = (index) => bytes(uri.slice(0, index));
  const cautions = found.cautions.map((one) => [one.kind, place(one.start), place(one.end), one.detail]);
  const readings = found.readings.length > 1 ? found.readings : null;
  const raw = found.raw === uri ? null : found.raw;
  const broken = fault && { at: place(fault.at), rule: fault.rule };
  const parts = { scheme, userinfo, host, port, path, query, fragment };
  const cuts = { truncated, truncatedBySource };
  return { start, end, uri, raw, readings, wrapper, ...cuts, ...parts, valid, fault: broken, cautions };
}

function told(path, flags) {
  const options = { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] };
  const lines = execFileSync("sh", ["-c", '"$@" || [ $? -eq 1 ]', "sh", command, "--json", "--judge", "--as", "plain", ...flags, path], options);
  return lines.split("\n").filter(Boolean).map((line) => {
    const said = JSON.parse(line);
    const field = (name) => said[name] ?? null;
    const { start, end, uri, wrapper, valid } = said;
    const cautions = said.cautions.map((one) => [one.caution.toLowerCase().replaceAll(" ", "-"), one.start, one.end, one.detail ?? null]);
    const [raw, readings, scheme, userinfo, host, port, query, fragment, fault] = [
      "raw", "readings", "scheme", "userinfo", "host", "port", "query", "fragment", "fault",
    ].map(field);
    // It has an empty scheme for a host without one.
    const parts = { scheme: scheme || null, userinfo, host, port, path: said.uri_path, query, fragment };
    const cuts = { truncated: said.truncated ?? false, truncatedBySource: said.truncated_by_source ?? false };
    return { start, end, uri, raw, readings, wrapper, ...cuts, ...parts, valid, fault, cautions };
  });
}

test("what the command says", (t) => {
  if (!existsSync(command)) return t.skip("the command is not built");
  const folder = fileURLToPath(new URL("corpora", project));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  let count = 0;
  for (const file of files) {
    const path = `${file.parentPath ?? file.path}/${file.name}`;
    const text = new Uint8Array(readFileSync(path));
    for (const options of [{}, { www: true, bare: true, email: true, refang: true }]) {
      const expected = told(path, Object.keys(options).map((name) => `--${name}`));
      assert.deepEqual(find(text, options).map(record), expected, path);
      count += expected.length;
    }
  }
  assert.ok(count > 1000, String(count));
});
