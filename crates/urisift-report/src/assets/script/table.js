// The table: only the rows in sight are drawn.

const ROWS_DRAWN = 60;
const ROWS_SPARE = 8;
const ROWS_PRINTED = 200;
// Browsers give up placing things far below this.
const TALLEST = 10_000_000;
const SHOWN_IN_ROW = 400;

// The numbers of the rows, or of the groups, in their order.
let selection = new Uint32Array();
let commonLength = 0;

let active = 0;
let rowHeight = 32;
let drawn = { from: 0, to: 0 };
let printing = false;

// The height is said once, in the style; whole pixels keep rows and scrolling in step.
function measure() {
  const root = getComputedStyle(document.documentElement);
  rowHeight = Math.round(parseFloat(root.getPropertyValue('--row')) * parseFloat(root.fontSize));
  byId('table').style.setProperty('--height', `${rowHeight}px`);
}

// How far rows reach, and how far the container scrolls, which is less if there are very many.
function extent() {
  const table = byId('table');
  const head = table.querySelector('thead').offsetHeight;
  const view = Math.max(table.clientHeight - head, rowHeight);
  const rows = selection.length * rowHeight;
  const space = Math.min(rows, TALLEST);
  const ratio = space < rows ? (rows - view) / (space - view) : 1;
  return { view, rows, space, ratio };
}

function range() {
  if (printing) return { from: 0, to: Math.min(selection.length, ROWS_PRINTED), above: 0, below: 0 };
  const { view, space, ratio } = extent();
  const scrolled = byId('table').scrollTop;
  const top = scrolled * ratio;
  const seen = Math.ceil(view / rowHeight) + 1;
  const spare = Math.max(0, Math.min(ROWS_SPARE, Math.floor((ROWS_DRAWN - seen) / 2)));
  const from = Math.max(0, Math.floor(top / rowHeight) - spare);
  const to = Math.min(selection.length, from + Math.min(ROWS_DRAWN, seen + 2 * spare));
  const above = Math.max(0, Math.round(scrolled - (top - from * rowHeight)));
  return { from, to, above, below: Math.max(0, space - above - (to - from) * rowHeight) };
}

function makeSpacer() {
  const spacer = make('tr', 'spacer');
  spacer.setAttribute('aria-hidden', 'true');
  spacer.append(make('td'));
  return spacer;
}

const above = makeSpacer();
const below = makeSpacer();

// Rows that are still in sight stay the elements they are, so that none loses the focus.
function draw(anew = false) {
  const next = range();
  const rows = byId('rows');
  yieldFocus(next, anew);
  if (anew || next.from >= drawn.to || next.to <= drawn.from) {
    rows.replaceChildren(above, ...drawRows(next.from, next.to), below);
  } else {
    for (let i = drawn.from; i < next.from; i++) above.nextSibling.remove();
    for (let i = next.to; i < drawn.to; i++) below.previousSibling.remove();
    above.after(...drawRows(next.from, Math.min(drawn.from, next.to)));
    below.before(...drawRows(Math.max(drawn.to, next.from), next.to));
  }
  drawn = next;
  above.style.height = `${next.above}px`;
  below.style.height = `${next.below}px`;
  markActive();
  highlight();
}

// A focused row that goes away would take the focus with it, and the scrolling: browsers lay the
// table out when it is half drawn then.
function yieldFocus(next, anew) {
  const position = document.activeElement?.dataset.position;
  if (position === undefined || (!anew && position >= next.from && position < next.to)) return;
  byId('table').focus({ preventScroll: true });
}

function drawRows(from, to) {
  const rows = [];
  for (let position = from; position < to; position++) rows.push(drawRow(position));
  return rows;
}

function drawRow(position) {
  const index = selection[position];
  const element = make('tr');
  element.setAttribute('role', 'row');
  element.setAttribute('aria-rowindex', position + 2);
  element.dataset.row = index;
  element.dataset.position = position;
  element.tabIndex = -1;
  const columns = columnsOf(state.view);
  element.append(...(isOfUris() ? uriCells(index, columns) : groupCells(index, columns)));
  return element;
}

function uriCells(index, columns) {
  const data = row(index);
  const cells = {
    uri: () => uriCell(data),
    name: () => uriCell(data),
    count: () => cell('number', digits.format(wantedOf[index])),
    since: () => cell('time', dayText(sinceOf[index])),
    until: () => cell('time until', dayText(untilOf[index])),
    first: () => placeCell('place first', data.firstPlace),
    verdict: () => verdictCell(data),
    cautions: () => cell('cautions', cautionNames(data)),
    ...sideCells(index),
  };
  return columns.map(({ key }) => cells[key]());
}

function cell(className, text) {
  const element = make('td', className, text);
  element.setAttribute('role', 'cell');
  return element;
}

function uriCell({ uri, components }) {
  const element = cell('uri-cell');
  const text = make('span', 'input');
  const end = start(uri, SHOWN_IN_ROW).length;
  // What may run from right to left does so within its component only.
  const spans = isAscii(uri, 0, end) ? [components[HOST]] : components;
  let from = 0;
  for (const span of spans) {
    if (!span || span.start >= end) continue;
    show(text, uri.subarray(from, span.start));
    from = Math.min(span.end, end);
    text.append(shown('span', span === components[HOST] ? 'host' : '', uri.subarray(span.start, from)));
  }
  show(text, uri.subarray(from, end));
  if (end < uri.length) text.append('…');
  element.append(text);
  return element;
}

// The end of a path says most, so the front of it gives way.
function placeCell(className, place) {
  const element = cell(className);
  const path = (paths[place.path] ?? new Uint8Array()).subarray(commonLength);
  const slash = path.lastIndexOf(0x2f) + 1;
  const text = make('span', 'input');
  if (slash > 0) text.append(shown('span', 'folder', path.subarray(0, slash)));
  text.append(shown('span', 'leaf', path.subarray(slash)));
  if (place.line > 0) text.append(make('span', 'line', `:${place.line}`));
  element.append(text);
  return element;
}

function verdictCell({ fault, flags }) {
  if (fault) return cell('verdict invalid', `invalid: ${ruleName(fault)}`);
  return flags & CUT ? cell('verdict invalid', 'cut') : cell('verdict', 'valid');
}

const ruleName = (fault) => meta.rules[fault.rule]?.[0] ?? '?';
const cautionName = (caution) => meta.cautions[caution.kind]?.[0] ?? '?';
const cautionNames = ({ cautions }) => [...new Set(cautions.map(cautionName))].join(', ');

// Marks the words that are sought, without a change to the rows.
function highlight() {
  if (!globalThis.Highlight || !CSS.highlights) return;
  const wanted = printing ? [] : words().filter(({ isUnwanted }) => !isUnwanted).map(({ word }) => word);
  const ranges = [];
  if (wanted.length > 0) {
    const walker = document.createTreeWalker(byId('rows'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest('.uri-cell, .name-cell, .place, .from')) ranges.push(...hits(walker.currentNode, wanted));
    }
  }
  CSS.highlights.set('sought', new Highlight(...ranges));
}

function hits(node, wanted) {
  const text = node.data.toLowerCase();
  // A letter that grows when it is lowered would put the marks elsewhere.
  if (text.length !== node.data.length) return [];
  return wanted.flatMap((word) => {
    const found = [];
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      found.push(new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + word.length }));
    }
    return found;
  });
}
