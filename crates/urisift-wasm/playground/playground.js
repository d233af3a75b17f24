// The playground: a text with its finds marked in place, and what there is to say of each.

import { Extractor, initSync, normalize } from "urisift/core";
import module from "urisift/urisift.wasm";

// A longer file is read as a stream, and its text is not shown.
const LONGEST_TEXT = 512 << 10;
// A longer text is not kept in the address.
const LONGEST_LINK = 2000;
// How many finds the list has at first, and more each time; and how many of a stream are kept.
const PAGE = 200;
const KEPT = 10_000;

const SAMPLE = `RFC 3986 (see <URL:http://www.ietf.org/rfc/
rfc3986.txt>) says how a URI is written; "mailto:uri@w3.org" is where it was discussed.

Is it https://en.wikipedia.org/wiki/Uniform_(disambiguation)? Or (http://a.example/b), http://a.example/c, and
http://例え.example/パス?q=日本#結果.

A break after a hyphen can be read in two ways: <http://www.example.org/long-
name/index.html>.

Not valid, with the byte and the rule: http://www.example.org:8o/ and http://a.example/%zz/b
Look twice: http://www.bank.example@10.0.0.1/login http://xn--80ak6aa92e.com/ http://0x7f.1:22/
No links: <javascript:alert(1)> <data:text/html,hello>
A redirector: https://www.google.com/url?q=https%3A%2F%2Fexample.org%2F

Switch these on under Options: www.example.org/x, example.org, joe@example.org, hxxp://evil[.]example/
`;

const COMPONENTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];
const WRAPPERS = {
  none: "",
  angle: ", in <…>",
  "url-angle": ", in <URL:…>",
  "url-prefix": ", after URL:",
  quote: ", in quotation marks",
  bracket: ", in brackets",
};

const $ = (id) => document.getElementById(id);
const [text, marks, list, facts, status, form] = [
  $("text"), $("marks"), $("finds"), $("facts"), $("status"), document.forms[0],
];

// What is searched: the finds so far, the file if it is a stream, and the find that is shown.
let finds = [];
let file = null;
let current = -1;
let shown = PAGE;
// Each search has a number; one that is not the last any more stops.
let search = 0;

function element(name, properties = {}, ...children) {
  const { data = {}, ...rest } = properties;
  const made = Object.assign(document.createElement(name), rest);
  Object.assign(made.dataset, data);
  made.append(...children);
  return made;
}

function options() {
  const controls = [...form.elements].filter((control) => control.name);
  return Object.fromEntries(
    controls.map((control) => [control.name, control.type === "checkbox" ? control.checked : control.value]),
  );
}

function verdict(find) {
  if (!find.valid) return "bad";
  return find.cautions.length > 0 ? "care" : "good";
}

const WORDS = { bad: "not valid", care: "caution", good: "valid" };

const plural = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

function size(bytes) {
  const units = ["bytes", "KB", "MB", "GB"];
  let unit = 0;
  while (bytes >= 1000 && unit < 3) {
    bytes /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? bytes : bytes.toFixed(1)} ${units[unit]}`;
}

// The pieces of a URI, with the component that each belongs to; "" for the delimiters between them.
function pieces(find) {
  const found = [];
  let at = 0;
  for (const name of COMPONENTS) {
    const value = find[name];
    if (value === null || value === "") continue;
    // One delimiter stands before these.
    const after = ["port", "query", "fragment"].includes(name) ? 1 : 0;
    const start = find.uri.indexOf(value, at + after);
    if (start > at) found.push(["", find.uri.slice(at, start)]);
    found.push([name, value]);
    at = start + value.length;
  }
  if (at < find.uri.length) found.push(["", find.uri.slice(at)]);
  return found;
}

const coloured = (find) =>
  pieces(find).map(([className, piece]) => (className ? element("span", { className }, piece) : piece));

function drawMarks() {
  const drawn = document.createDocumentFragment();
  const value = text.value;
  let at = 0;
  finds.forEach((find, index) => {
    const inside = find.raw === find.uri ? coloured(find) : [find.raw];
    drawn.append(value.slice(at, find.start));
    drawn.append(element("mark", { className: verdict(find), data: { index } }, ...inside));
    at = find.end;
  });
  // A line feed at the end makes a line of its own in the text, and none in a block.
  drawn.append(`${value.slice(at)}\n`);
  marks.replaceChildren(drawn);
}

function drawList() {
  const rows = finds.slice(0, shown).map((find, index) => {
    const kind = verdict(find);
    const button = element(
      "button",
      { type: "button", tabIndex: index === Math.max(current, 0) ? 0 : -1, data: { index } },
      element("span", { className: "uri" }, find.uri),
      element("span", { className: `badge ${kind}` }, WORDS[kind]),
    );
    return element("li", {}, button);
  });
  list.replaceChildren(...rows);
  $("more").hidden = finds.length <= shown;
  if (finds.length === 0) list.append(element("li", { className: "empty" }, "None yet."));
}

function show(index) {
  current = index;
  for (const old of document.querySelectorAll("mark.current")) old.classList.remove("current");
  for (const button of list.querySelectorAll("button")) {
    const is = Number(button.dataset.index) === index;
    button.setAttribute("aria-current", is);
    button.tabIndex = is || (index < 0 && button.dataset.index === "0") ? 0 : -1;
  }
  marks.querySelector(`[data-index="${index}"]`)?.classList.add("current");
  const find = finds[index];
  $("detail-title").textContent = find ? `URI ${index + 1} of ${finds.length.toLocaleString("en")}` : "URI";
  facts.replaceChildren(...(find ? described(find) : [element("p", { className: "empty" }, "Choose one in the text or in the list.")]));
}

function described(find) {
  const unit = file ? "bytes" : "characters";
  const all = [
    element("code", { className: "uri whole" }, ...coloured(find)),
    element("p", {}, `${unit} ${find.start.toLocaleString("en")} to ${find.end.toLocaleString("en")}${WRAPPERS[find.wrapper]}`),
  ];
  if (file) all.push(near(find));
  if (find.raw !== find.uri) all.push(heading("As it is written"), element("p", { className: "uri near" }, find.raw));
  if (find.readings.length > 1) {
    all.push(heading("Second reading"), element("p", { className: "uri" }, find.readings[1]));
  }
  all.push(heading("Verdict"), ...judged(find), heading("Components"), components(find));
  all.push(heading("Cautions"), cautions(find), heading("As a link"), link(find));
  if (find.valid && find.scheme !== null) {
    all.push(heading("Normal form"), element("p", { className: "uri" }, normalize(find.uri)));
  }
  return all;
}

const heading = (words) => element("h3", {}, words);

// The text around a find of a stream, read again from the file.
function near(find) {
  const place = element("p", { className: "uri near" });
  const from = Math.max(find.start - 100, 0);
  file
    .slice(from, find.end + 100)
    .text()
    .then((words) => place.replaceChildren(`… ${words} …`))
    .catch((error) => place.replaceChildren(String(error)));
  return place;
}

function judged(find) {
  const { fault } = find;
  if (fault === null) {
    const words = find.truncated ? "Valid as far as it goes: it was cut." : "Valid, by RFC 3986 or 3987 and by its scheme.";
    return [element("p", { className: "verdict good" }, words)];
  }
  const [before, after] = [find.uri.slice(0, fault.at), find.uri.slice(fault.at)];
  const at = after ? String.fromCodePoint(after.codePointAt(0)) : "␃";
  return [
    element("p", { className: "verdict bad" }, `Not valid at character ${fault.at}: ${fault.rule} (${fault.source})`),
    element("p", { className: "caret" }, before, element("b", {}, at), after.slice(at.length)),
    element("p", {}, element("code", {}, `${fault.rule} = ${fault.definition}`)),
  ];
}

function components(find) {
  const rows = COMPONENTS.filter((name) => find[name] !== null).map((name) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      element("td", {}, element("span", { className: `uri ${name}` }, find[name] || "(empty)")),
    ),
  );
  return element("table", {}, element("tbody", {}, ...rows));
}

function cautions(find) {
  if (find.cautions.length === 0) return element("p", {}, "None.");
  const rows = find.cautions.map(({ kind, sentence, start, end, detail }) => {
    const words = [element("b", {}, kind.replaceAll("-", " ")), `: ${sentence} `];
    if (end - start < find.uri.length) words.push(element("code", {}, find.uri.slice(start, end)));
    if (detail !== null) words.push(" → ", element("code", {}, detail));
    return element("li", {}, ...words);
  });
  return element("ul", {}, ...rows);
}

function link({ href }) {
  if (href === null) return element("p", {}, "Stays text: it is not valid, could do harm, or poses as something else.");
  return element("p", {}, element("a", { href, rel: "noopener noreferrer", target: "_blank" }, href));
}

function report(bytes, spent) {
  const count = (kind) => finds.filter((find) => verdict(find) === kind).length;
  const parts = [plural(finds.length, "URI"), `${count("bad")} not valid`, `${count("care")} with cautions`];
  status.textContent = `${parts.join(", ")} · ${size(bytes)} in ${spent < 10 ? spent.toFixed(1) : Math.round(spent)} ms`;
}

function searchText() {
  search += 1;
  const start = performance.now();
  finds = new Extractor(options()).find(text.value);
  report(new TextEncoder().encode(text.value).length, performance.now() - start);
  shown = PAGE;
  drawMarks();
  drawList();
  show(finds.length > 0 ? Math.max(0, at(text.selectionStart)) : -1);
  keep();
}

// The index of the find at a place of the text.
const at = (place) => finds.findIndex((find) => find.start <= place && place <= find.end);

// Reads a file in pieces, so that its length does not matter.
async function searchStream() {
  search += 1;
  const mine = search;
  const [feeder, reader] = [new Extractor(options()).feeder(), file.stream().getReader()];
  let [read, spent, count] = [0, 0, 0];
  finds = [];
  shown = PAGE;
  const take = (search) => {
    const start = performance.now();
    const found = search();
    spent += performance.now() - start;
    count += found.length;
    finds.push(...found.slice(0, KEPT - finds.length));
  };
  const tell = (done) => {
    const words = [`${plural(count, "URI")} in ${size(read)}, ${Math.round(spent)} ms`];
    if (count > finds.length) words.push(`the first ${finds.length.toLocaleString("en")} are listed`);
    if (!done) words.unshift("searching");
    status.textContent = words.join(" · ");
    $("progress").value = file.size ? read / file.size : 1;
  };
  $("stop").hidden = false;
  let drawn = performance.now();
  for (;;) {
    const { done, value } = await reader.read();
    if (mine !== search) return reader.cancel();
    if (done) break;
    take(() => feeder.push(value));
    read += value.length;
    if (performance.now() - drawn > 200) {
      tell(false);
      drawn = performance.now();
      await new Promise(requestAnimationFrame);
    }
  }
  take(() => feeder.finish());
  tell(true);
  $("stop").hidden = true;
  drawList();
  show(finds.length > 0 ? 0 : -1);
}

function searchAgain() {
  const done = file ? searchStream() : Promise.resolve(searchText());
  return done.catch((error) => {
    status.textContent = String(error);
    $("stop").hidden = true;
  });
}

// Shows the text, or what is read as a stream.
function choose(next) {
  file = next;
  $("scroller").hidden = file !== null;
  $("stream").hidden = file === null;
  if (file) {
    $("stream-name").textContent = `${file.name}, ${size(file.size)}: read as a stream, and too long to be shown.`;
    marks.replaceChildren();
    finds = [];
    drawList();
    show(-1);
  }
}

async function open(opened) {
  if (!opened) return;
  if (opened.size > LONGEST_TEXT) {
    choose(opened);
  } else {
    text.value = await opened.text();
    choose(null);
  }
  await searchAgain();
}

// A short text and the options are kept in the address, which can be passed on.
function keep() {
  const state = new URLSearchParams();
  for (const control of form.elements) {
    const usual = control.type === "checkbox" ? control.defaultChecked : [...control.options].find((one) => one.defaultSelected).value;
    const value = control.type === "checkbox" ? control.checked : control.value;
    if (value !== usual) state.set(control.name, value);
  }
  if (text.value.length <= LONGEST_LINK && text.value !== SAMPLE) state.set("text", text.value);
  history.replaceState(null, "", `#${state}`);
}

function restore() {
  const state = new URLSearchParams(location.hash.slice(1));
  form.reset();
  for (const control of form.elements) {
    const value = state.get(control.name);
    if (value === null) continue;
    if (control.type === "checkbox") control.checked = value === "true";
    else if ([...control.options].some((one) => one.value === value)) control.value = value;
  }
  text.value = state.get("text") ?? SAMPLE;
  $("options").open = [...state.keys()].some((name) => name !== "text");
  choose(null);
  searchAgain();
}

// The keys of a list: one row is in the order of tabs, and arrows lead to the others.
function walk(event) {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  const buttons = [...list.querySelectorAll("button")];
  const here = buttons.indexOf(document.activeElement);
  if (step === undefined || here < 0) return;
  event.preventDefault();
  const next = Math.min(Math.max(here + step, 0), buttons.length - 1);
  buttons[next].focus();
  select(next);
}

// Shows a find that was chosen in the list, and where it is.
function select(index) {
  show(index);
  marks.querySelector("mark.current")?.scrollIntoView({ block: "nearest" });
}

function listen() {
  text.addEventListener("input", searchAgain);
  form.addEventListener("change", searchAgain);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("selectionchange", () => {
    if (document.activeElement !== text) return;
    const index = at(text.selectionStart);
    if (index >= 0 && index !== current) show(index);
  });
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) select(Number(button.dataset.index));
  });
  list.addEventListener("keydown", walk);
  $("more").addEventListener("click", () => {
    shown += PAGE;
    drawList();
    show(current);
  });
  $("open").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", (event) => open(event.target.files[0]));
  $("stop").addEventListener("click", () => {
    search += 1;
    $("stop").hidden = true;
    status.textContent += " · stopped";
    drawList();
    show(finds.length > 0 ? 0 : -1);
  });
  for (const [id, value] of [["sample", SAMPLE], ["clear", ""]]) {
    $(id).addEventListener("click", () => {
      text.value = value;
      choose(null);
      searchAgain();
      text.focus();
    });
  }
  addEventListener("hashchange", restore);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    $("scroller").classList.add("dropping");
  });
  addEventListener("dragleave", () => $("scroller").classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    $("scroller").classList.remove("dropping");
    const { files } = event.dataTransfer;
    if (files.length > 0) open(files[0]);
    else text.setRangeText(event.dataTransfer.getData("text"));
    if (files.length === 0) searchAgain();
  });
}

initSync({ module });
// What runs first is compiled first, and that is not the time to tell.
new Extractor().find(SAMPLE);
listen();
restore();
document.documentElement.dataset.ready = "true";
