// The examples of the README and of docs/library.md print what they say.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const documents = read("../README.md") + read("../../../docs/library.md");
const cwd = fileURLToPath(new URL("..", import.meta.url));
const examples = [...documents.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);

test("there are examples", () => assert.ok(examples.length > 5));

for (const code of examples) {
  test(code.split("\n").find((line) => line.includes("console.log")).trim(), () => {
    const expected = code.split("\n").filter((line) => line.startsWith("// ")).map((line) => `${line.slice(3)}\n`);
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", code], { cwd, encoding: "utf8" });
    assert.equal(printed, expected.join(""));
  });
}
