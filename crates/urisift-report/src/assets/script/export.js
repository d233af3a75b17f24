// What is selected, as text: for the clipboard, for a spreadsheet, and as the address of this view.

const CSV = {
  uris: ['uri', 'count', 'first_seen', 'last_seen', 'path', 'line', 'verdict', 'cautions'],
  groups: ['name', 'finds', 'uris', 'first_seen', 'last_seen', 'cautions'],
  changes: ['name', 'before', 'after', 'change', 'cautions'],
};

const timeOf = (time) => (time === 0 ? '' : new Date((time - 1) * 1000).toISOString().replace('.000', ''));

function uriValues(index) {
  const data = row(index);
  const { path, line } = data.firstPlace;
  const names = [...new Set(data.cautions.map(cautionName))].join(' ');
  const verdict = data.fault ? `invalid: ${ruleName(data.fault)}` : data.flags & CUT ? 'cut' : 'valid';
  return [lossy.decode(data.uri), wantedOf[index], timeOf(sinceOf[index]), timeOf(untilOf[index]), lossy.decode(paths[path]), line || '', verdict, names];
}

function groupValues(number) {
  const { labels } = dimensions.get(unit());
  const { count, uris, since, until, kinds } = groups;
  const names = kindNames(kinds[number]).replaceAll(',', '');
  return [labels[number], count[number], uris[number], timeOf(since[number]), timeOf(until[number]), names];
}

function changeValues(number) {
  const [before, after] = [sides.before[number], sides.after[number]];
  const name = isOfUris() ? lossy.decode(row(number).uri) : dimensions.get(unit()).labels[number];
  return [name, before, after, changeOf(before, after), kindNames(sides.kinds[number]).replaceAll(',', '')];
}

// A value as RFC 4180 has it. A spreadsheet would run what starts like a formula.
function csvValue(value) {
  const text = String(value).replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csv() {
  const [head, values] = { uris: [CSV.uris, uriValues], changes: [CSV.changes, changeValues] }[state.view] ?? [CSV.groups, groupValues];
  const lines = [head, ...Array.from(selection, values)];
  return lines.map((values) => `${values.map(csvValue).join(',')}\r\n`).join('');
}

function saveCsv() {
  const link = make('a');
  link.href = URL.createObjectURL(new Blob([csv()], { type: 'text/csv' }));
  link.download = `${state.view}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// A line each.
function plainList() {
  const name = isOfUris() ? (index) => lossy.decode(row(index).uri) : (number) => dimensions.get(unit()).labels[number];
  return Array.from(selection, (index) => `${name(index)}\n`).join('');
}

async function copied(element, text) {
  const name = element.textContent;
  try {
    await navigator.clipboard.writeText(text);
    element.textContent = 'Copied';
  } catch {
    element.textContent = 'Not copied';
  }
  setTimeout(() => { element.textContent = name; }, 1500);
}

function listenToExport() {
  byId('copy').addEventListener('click', () => copied(byId('copy'), plainList()));
  byId('csv').addEventListener('click', saveCsv);
  byId('address').addEventListener('click', () => copied(byId('address'), location.href));
}
