// The finds over time. A click on a column, or a drag over several, filters by their time.

const COLUMNS_WANTED = 100;
const CHART_HEIGHT = 84, CHART_LABELS = 18;
// The width of a digit in a label.
const DIGIT = 7.5;
const MINUTE = 60, HOUR = 3600, DAY = 86400;
// Lengths of columns, in seconds; longer ones are months and years.
const LENGTHS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY];
const MONTHS = [1, 3, 12, 60, 120];
// A Monday.
const MONDAY = 4 * DAY;

// The first and the last known second, what the chart shows of it, and the borders of its columns.
let extremes = null;
let timeless = 0;
let zoomed = null;
let edges = [];
let dragged = null;

function findExtremes() {
  let from = Infinity, to = 0;
  for (const time of finds.time) {
    if (time === 0) timeless++;
    if (time === 0) continue;
    from = Math.min(from, time - 1);
    to = Math.max(to, time);
  }
  return from < to ? { from, to } : null;
}

function makeEdges({ from, to }) {
  const length = LENGTHS.find((seconds) => (to - from) / seconds <= COLUMNS_WANTED);
  if (length) {
    const start = from - ((from - (length === 7 * DAY ? MONDAY : 0)) % length);
    return Array.from({ length: Math.ceil((to - start) / length) + 1 }, (_, i) => start + i * length);
  }
  const months = MONTHS.find((n) => (to - from) / (n * 30.4 * DAY) <= COLUMNS_WANTED) ?? MONTHS.at(-1);
  const first = new Date(from * 1000);
  const month = Math.floor((first.getUTCFullYear() * 12 + first.getUTCMonth()) / months) * months;
  const list = [];
  const second = (at) => Date.UTC(Math.floor(at / 12), at % 12) / 1000;
  for (let at = month; list.length < 2 || list.at(-1) < to; at += months) list.push(second(at));
  return list;
}

// The column of a second, or -1.
function columnOf(second) {
  if (edges.length < 2 || second < edges[0] || second >= edges.at(-1)) return -1;
  let low = 0, high = edges.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (edges[middle] <= second) low = middle;
    else high = middle;
  }
  return low;
}

function countColumns() {
  const counts = new Uint32Array(edges.length - 1);
  for (let i = 0; i < finds.length; i++) {
    const time = finds.time[i];
    if (time === 0 || (keptOut[i] & ~BY_TIME) !== 0) continue;
    const column = columnOf(time - 1);
    if (column >= 0) counts[column]++;
  }
  return counts;
}

function drawTimeline() {
  if (!extremes) return;
  const counts = countColumns();
  const width = byId('columns').clientWidth || 600;
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  const pitch = width / counts.length;
  const chart = drawing('svg', { width, height: CHART_HEIGHT + CHART_LABELS, role: 'img', 'aria-label': timelineLabel(counts) });
  counts.forEach((count, i) => {
    if (count === 0) return;
    const height = Math.max(2, (count / most) * (CHART_HEIGHT - 4));
    const isIn = !state.time || (edges[i + 1] > state.time.from && edges[i] < state.time.to);
    const x = i * pitch + Math.min(1, pitch / 8);
    chart.append(drawing('rect', { class: isIn ? 'in' : 'out', x, y: CHART_HEIGHT - height, width: Math.max(1, pitch - Math.min(2, pitch / 4)), height }));
  });
  chart.append(drawing('line', { x1: 0, x2: width, y1: CHART_HEIGHT, y2: CHART_HEIGHT }));
  chart.append(...timeLabels(width, pitch));
  byId('columns').replaceChildren(chart);
  byId('peak').textContent = `up to ${digits.format(most)}${timeless > 0 ? `; ${counted(timeless, 'find has', 'finds have')} no time` : ''}`;
  drawTimeFields();
}

function timelineLabel(counts) {
  const largest = counts.indexOf(counts.reduce((a, b) => Math.max(a, b), 0));
  const [first, last, peak] = [edges[0], edges.at(-2), edges[largest]].map((second) => momentText(second, false));
  return `Finds over time: ${first} to ${last}, most in ${peak}: ${digits.format(counts[largest])}`;
}

// How many characters of ISO 8601 say a year, a month, a day or a minute.
const FORMS = [4, 7, 10, 16];

// The columns that may have a label, and its form, which is one for all: years if some begin, else months, days or minutes.
function labelled() {
  const starts = edges.slice(0, -1);
  const needs = starts.map((edge) => momentText(edge, false).length);
  // Weeks begin on any day.
  const forms = starts.length > 1 && starts[1] - starts[0] === 7 * DAY ? [10] : FORMS;
  for (const form of forms) {
    const columns = starts.map((_, i) => i).filter((i) => needs[i] <= form);
    if (columns.length >= 3) return { columns, form };
  }
  return { columns: starts.map((_, i) => i), form: Math.max(...needs) };
}

function timeLabels(width, pitch) {
  const { columns, form } = labelled();
  const length = form * DIGIT;
  const distance = columns.length > 1 ? (columns[1] - columns[0]) * pitch : width;
  const step = Math.ceil((length + 2 * DIGIT) / distance);
  return columns.flatMap((column, i) => {
    if (i % step !== 0 || (i > 0 && column * pitch + length > width)) return [];
    const label = drawing('text', { x: column * pitch, y: CHART_HEIGHT + 14 });
    label.textContent = new Date(edges[column] * 1000).toISOString().slice(0, form).replace('T', ' ');
    return [label];
  });
}

function drawTimeFields() {
  byId('since').value = state.time ? momentText(state.time.from, false) : '';
  byId('until').value = state.time ? momentText(state.time.to, true) : '';
  byId('since').placeholder = momentText(extremes.from, false).slice(0, 10);
  byId('until').placeholder = momentText(extremes.to, true).slice(0, 10);
  byId('zoom').disabled = !zoomed && !state.time;
  byId('zoom').textContent = zoomed ? 'Show all' : 'Zoom in';
}

function zoom() {
  const { from, to } = state.time ?? extremes;
  zoomed = zoomed ? null : { from: Math.max(from, extremes.from), to: Math.min(to, extremes.to) };
  edges = makeEdges(zoomed && zoomed.from < zoomed.to ? zoomed : extremes);
  drawTimeline();
}

// --- Dragging ---

function columnAt(event) {
  const { left, width } = byId('columns').getBoundingClientRect();
  const column = Math.floor(((event.clientX - left) / width) * (edges.length - 1));
  return Math.max(0, Math.min(edges.length - 2, column));
}

function drag(event) {
  const column = columnAt(event);
  const time = { from: edges[Math.min(dragged, column)], to: edges[Math.max(dragged, column) + 1] };
  if (state.time && state.time.from === time.from && state.time.to === time.to) return;
  state.time = time;
  drawTimeline();
}

function readTimeFields() {
  const [since, until] = ['since', 'until'].map((id) => byId(id).value);
  const isRead = [since, until].every((text) => text.trim() === '' || readMoment(text));
  if (isRead) state.time = readTime(`${since}..${until}`);
  update();
}

function listenToTimeline() {
  const chart = byId('columns');
  chart.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    const column = columnAt(event);
    // A click on the one column that is chosen takes the filter away.
    const isChosen = state.time && state.time.from === edges[column] && state.time.to === edges[column + 1];
    if (isChosen) {
      state.time = null;
      return update();
    }
    dragged = column;
    chart.setPointerCapture(event.pointerId);
    drag(event);
  });
  chart.addEventListener('pointermove', (event) => { if (dragged !== null) drag(event); });
  const end = () => {
    if (dragged === null) return;
    dragged = null;
    update();
  };
  chart.addEventListener('pointerup', end);
  chart.addEventListener('pointercancel', end);
  byId('zoom').addEventListener('click', zoom);
  for (const id of ['since', 'until']) byId(id).addEventListener('change', readTimeFields);
  new ResizeObserver(drawTimeline).observe(chart);
}

function startTimeline() {
  extremes = findExtremes();
  byId('time').hidden = !extremes;
  if (!extremes) return;
  edges = makeEdges(extremes);
  listenToTimeline();
}
