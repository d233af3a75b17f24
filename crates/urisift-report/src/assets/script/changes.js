// What has changed between two inputs: how often each URI, host and domain stands in the first and in the second.

const UNITS = { domain: 'Domains', host: 'Hosts', uri: 'URIs' };
const HEADS = { domain: 'Domain', host: 'Host', uri: 'URI' };
const CHANGES = { new: 'New', gone: 'Gone', grown: 'Grown', shrunk: 'Shrunk', same: 'Same' };

// By domain and host, what all finds add up to, whether the page has them or not.
const totals = new Map();
// How many rows of the view have changed in each way.
let changeCounts = {};

// Reads records of some rows each, which have one domain or host.
function takeTotals(id, numbers, { names }) {
  const before = new Float64Array(names.length), after = new Float64Array(names.length);
  totals.set(id, { before, after });
  let row = 0;
  return (reader) => {
    while (reader.more) {
      const number = numbers[row];
      row += reader.number();
      before[number] += reader.number();
      after[number] += reader.number();
    }
  };
}

function changeOf(before, after) {
  if (before === 0) return 'new';
  if (after === 0) return 'gone';
  return before < after ? 'grown' : before > after ? 'shrunk' : 'same';
}

// How often each URI, or each name of a dimension, stands in both inputs, and the kinds of its cautions.
function addUpSides() {
  if (isOfUris()) return { before: wantedOf.map((wanted, row) => wanted - afterOf[row]), after: afterOf, kinds: held.kinds };
  const { column, names } = dimensions.get(state.of);
  const before = new Float64Array(names.length), after = new Float64Array(names.length), kinds = new Uint32Array(names.length);
  for (let row = 0; row < held.length; row++) {
    if (wantedOf[row] === 0) continue;
    const name = column[row];
    after[name] += afterOf[row];
    before[name] += wantedOf[row] - afterOf[row];
    kinds[name] |= held.kinds[row];
  }
  return { before, after, kinds, ...(isAnythingFiltered() ? {} : totals.get(state.of)) };
}

let sides = { before: [], after: [], kinds: [] };

// The wanted URIs, hosts or domains that have changed in the wanted way, in their order.
function selectChanges() {
  sides = addUpSides();
  const { before, after } = sides;
  changeCounts = Object.fromEntries(Object.keys(CHANGES).map((change) => [change, 0]));
  const all = isOfUris() ? rowsAsFound() : Uint32Array.from(before, (_, number) => number);
  const wanted = all.filter((number) => {
    if (before[number] + after[number] === 0) return false;
    const change = changeOf(before[number], after[number]);
    changeCounts[change]++;
    return state.change === '' || state.change === change;
  });
  return sortChanges(wanted);
}

function sortChanges(list) {
  const { before, after } = sides;
  const { key, falls } = sortOf('changes');
  if (key === 'name') return sortedByName(list, falls);
  const most = before.reduce((a, b) => Math.max(a, b), 0);
  const columns = {
    before: () => before, after: () => after, first: () => held.first,
    change: () => after.map((count, number) => count - before[number] + most),
    cautions: () => sides.kinds.map((bits) => bitsOf(bits).length),
  };
  return ranked(list, columns[key](), falls);
}

function sortedByName(list, falls) {
  if (!isOfUris()) return sortedByLabel(list, dimensions.get(state.of).labels, falls);
  const wanted = new Uint8Array(held.length);
  for (const row of list) wanted[row] = 1;
  return urisInOrder(falls).filter((row) => wanted[row] === 1);
}

// The finds of the rows that are shown.
const changedFinds = () => selection.reduce((sum, number) => sum + sides.before[number] + sides.after[number], 0);

function sideCells(number) {
  const before = sides.before[number], after = sides.after[number];
  return {
    before: () => cell('number before', digits.format(before)),
    after: () => cell('number after', digits.format(after)),
    change: () => cell(`number change ${changeOf(before, after)}`, changeText(before, after)),
    ...(state.view === 'changes' ? { cautions: () => cell('cautions', kindNames(sides.kinds[number])) } : {}),
  };
}

function changeText(before, after) {
  const sign = after > before ? '+' : '−';
  return { new: 'new', gone: 'gone', same: '=' }[changeOf(before, after)] ?? `${sign}${digits.format(Math.abs(after - before))}`;
}

// --- What is compared, and the changes to choose from ---

function showChanges(of, change) {
  Object.assign(state, { view: 'changes', of, change });
  state.sorts.delete('changes');
  update();
}

function drawChanges() {
  byId('changes').hidden = state.view !== 'changes';
  if (state.view !== 'changes') return;
  const choices = (names, isChosen, choose) => Object.entries(names).map(([id, name]) => {
    const element = button(name, () => choose(id));
    element.dataset.id = id;
    element.setAttribute('aria-pressed', isChosen(id));
    return element;
  });
  const kinds = Object.fromEntries(Object.entries(CHANGES).map(([id, name]) => [id, `${name} ${digits.format(changeCounts[id])}`]));
  const focused = document.activeElement?.closest('#changes button')?.dataset.id;
  byId('units').replaceChildren(...choices(UNITS, (of) => of === state.of, (of) => showChanges(of, state.change)));
  byId('kinds').replaceChildren(...choices({ '': 'All', ...kinds }, (change) => change === state.change, (change) => showChanges(state.of, change)));
  if (focused !== undefined) byId('changes').querySelector(`[data-id="${focused}"]`).focus({ preventScroll: true });
}

// What the summary counts is shown by a click.
function startChanges() {
  for (const count of document.querySelectorAll('#compared [data-change]')) {
    const { of, change } = count.dataset;
    const element = button(count.textContent, () => {
      clearState();
      showChanges(of, change);
      byId('uris').scrollIntoView();
      byId('table').focus({ preventScroll: true });
    });
    element.className = 'count';
    element.dataset.of = of;
    element.dataset.change = change;
    count.replaceWith(element);
  }
}
