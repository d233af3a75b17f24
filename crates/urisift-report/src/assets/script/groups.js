// What the finds of a domain, a sender, a file or a message add up to.

const SPARKS = 24;
const SPARK_WIDTH = 96, SPARK_HEIGHT = 16;

// The groups of the view, by the numbers of its dimension.
let groups = null;

function addUpGroups({ names, column, via, id }) {
  const n = names.length;
  groups = {
    count: new Uint32Array(n), uris: new Uint32Array(n), since: new Uint32Array(n), until: new Uint32Array(n), kinds: new Uint32Array(n),
    // A message has one time.
    sparks: extremes && id !== 'message' ? new Uint32Array(n * SPARKS) : null,
  };
  const { count, uris, since, until, kinds, sparks } = groups;
  const last = new Int32Array(n).fill(-1);
  const pitch = extremes ? (extremes.to - extremes.from) / SPARKS : 1;
  for (let i = 0; i < finds.length; i++) {
    if (keptOut[i] !== 0) continue;
    const group = column[via ? via[i] : i], row = finds.row[i], time = finds.time[i];
    count[group]++;
    kinds[group] |= held.kinds[row];
    // The finds of a row stand together.
    if (last[group] !== row) uris[group]++;
    last[group] = row;
    if (time === 0) continue;
    if (since[group] === 0 || time < since[group]) since[group] = time;
    if (time > until[group]) until[group] = time;
    if (sparks) sparks[group * SPARKS + Math.min(SPARKS - 1, Math.floor((time - 1 - extremes.from) / pitch))]++;
  }
  groups.cautions = kinds.map((bits) => bitsOf(bits).length);
}

function bitsOf(bits) {
  const list = [];
  for (let at = 0; bits !== 0; bits >>>= 1, at++) if (bits & 1) list.push(at);
  return list;
}

const kindNames = (bits) => bitsOf(bits).map((kind) => meta.cautions[kind]?.[0] ?? '?').join(', ');

// The wanted groups in the order of the view.
function selectGroups() {
  const dimension = dimensions.get(unit());
  addUpGroups(dimension);
  const wanted = [];
  groups.count.forEach((count, number) => { if (count > 0) wanted.push(number); });
  const { key, falls } = sortOf(state.view);
  const list = Uint32Array.from(wanted);
  return key === 'name' ? sortedByLabel(list, dimension.labels, falls) : ranked(list, groups[key], falls);
}

function sortedByLabel(list, labels, falls) {
  const sign = falls ? -1 : 1;
  const folded = new Map(Array.from(list, (number) => [number, labels[number].toLowerCase()]));
  return list.sort((a, b) => {
    const [one, other] = [folded.get(a), folded.get(b)];
    return one === other ? a - b : one < other ? -sign : sign;
  });
}

function groupCells(number, columns) {
  const { labels } = dimensions.get(unit());
  const cells = {
    name: () => {
      const element = cell('name-cell');
      element.append(said(make('span', 'input'), labels[number]));
      return element;
    },
    from: () => {
      const element = cell('from');
      said(element, messages[number].fromName || messages[number].from);
      return element;
    },
    count: () => cell('number', digits.format(groups.count[number])),
    uris: () => cell('number uris-count', digits.format(groups.uris[number])),
    since: () => cell('time', dayText(groups.since[number])),
    until: () => cell('time until', dayText(groups.until[number])),
    spark: () => sparkCell(number),
    cautions: () => cell('cautions', kindNames(groups.kinds[number])),
    ...sideCells(number),
  };
  return columns.map(({ key }) => cells[key]());
}

function sparkCell(number) {
  const element = cell('spark');
  const counts = groups.sparks.subarray(number * SPARKS, (number + 1) * SPARKS);
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  const width = SPARK_WIDTH / SPARKS;
  const bars = [];
  counts.forEach((count, i) => {
    const height = count === 0 ? 0 : Math.max(1.5, (count / most) * SPARK_HEIGHT);
    if (count > 0) bars.push(`M${i * width} ${SPARK_HEIGHT}v${-height.toFixed(1)}h${width - 1}v${height.toFixed(1)}z`);
  });
  const chart = drawing('svg', { width: SPARK_WIDTH, height: SPARK_HEIGHT, 'aria-hidden': 'true' });
  chart.append(drawing('path', { d: bars.join('') }));
  element.append(chart);
  return element;
}

// A time that is in seconds and one more: the day, or the minute where all is of some days.
function dayText(time) {
  if (time === 0) return '';
  const text = new Date((time - 1) * 1000).toISOString();
  return extremes.to - extremes.from < 3 * DAY ? text.slice(5, 16).replace('T', ' ') : text.slice(0, 10);
}
