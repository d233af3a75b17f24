// One URI, with all that is known of it.

// Schemes that a browser or a mailer opens without running anything of the URI.
const LINKED = new Set(['http', 'https', 'ftp', 'mailto', 'news', 'nntp', 'gopher', 'tel', 'irc', 'ircs', 'xmpp']);
const SHOWN_AROUND = 240;


let opening = 0;
let opened = 0;

function open(position) {
  if (position < 0 || position >= selection.length) return;
  active = opened = position;
  reveal(active);
  const data = row(selection[position]);
  state.open = lossy.decode(data.uri);
  writeState();
  byId('position').textContent = `${digits.format(position + 1)} of ${digits.format(selection.length)}`;
  byId('previous').disabled = position === 0;
  byId('next').disabled = position === selection.length - 1;
  byId('content').replaceChildren(...drawUri(data), drawComponents(data), ...drawForms(data),
    drawPlaces(selection[position], data, ++opening));
  if (!byId('detail').open) byId('detail').showModal();
  byId('content').scrollTop = 0;
  byId('content').focus({ preventScroll: true });
}

// All at once: what tells of a close comes later, when keys may have moved on already.
function closeDetail() {
  byId('detail').close();
  opening++;
  state.open = null;
  writeState();
  byId('content').replaceChildren();
  // The browser goes back to the row that was opened first.
  active = opened;
  elementAt(active)?.focus({ preventScroll: true });
}

function onDetailKey(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  open(active + step);
}

// The URI if it may become a link: shown and followed are then the same text.
function linkOf({ uri, flags, components }) {
  if (!byId('live').checked || (flags & VALID) === 0 || flags & (CUT | ABBREVIATED) || !components[SCHEME]) return null;
  const text = utf8(uri);
  if (text === null || text.search(HARMFUL) >= 0) return null;
  const scheme = text.slice(0, components[SCHEME].end).toLowerCase();
  return components[SCHEME].start === 0 && LINKED.has(scheme) && protocol(text) === `${scheme}:` ? text : null;
}

// What a browser takes for the scheme.
function protocol(text) {
  try {
    return new URL(text).protocol;
  } catch {
    return null;
  }
}

function drawUri(data) {
  const link = linkOf(data);
  const text = make(link === null ? 'div' : 'a', 'uri input');
  if (link !== null) {
    text.href = link;
    text.target = '_blank';
    text.rel = 'noreferrer noopener';
  }
  text.append(...segments(data, 0, data.uri.length, true));
  return [text, drawDeeds(data, text), drawSays(data)];
}

// A part of the URI, in pieces that are of one component and under the same marks.
function segments(data, from, to, marked) {
  const ends = marks(data).flatMap(({ start, end }) => [start, end]).filter((at) => at > from && at < to);
  const cuts = [...new Set([from, ...ends, to])].sort((a, b) => a - b);
  const list = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    list.push(shown('span', className(data, cuts[i], marked), data.uri.subarray(cuts[i], cuts[i + 1])));
  }
  if (marked && data.fault && data.fault.at >= data.uri.length) list.push(make('span', 'fault-byte fault-end'));
  return list;
}

function faultSpan({ uri, fault }) {
  if (!fault || fault.at >= uri.length) return null;
  return { start: fault.at, end: fault.at + characterLength(uri, fault.at) };
}

const marks = (data) => [...data.components, faultSpan(data), domainSpan(data), ...data.cautions].filter(Boolean);

// Of a host that is its own registrable domain, or has none, nothing is to be told apart.
function domainSpan({ uri, components, domain }) {
  const host = components[HOST];
  if (!host || domain === 0) return null;
  const { from, to } = bare(uri, host.start, host.end);
  return domain < to - from ? { start: to - domain, end: to } : null;
}

function className(data, at, marked) {
  const within = (span) => span && span.start <= at && at < span.end;
  const component = data.components.findIndex(within);
  const names = ['part', component < 0 ? 'delimiter' : `${COMPONENTS[component]}-part`];
  if (!marked && within(domainSpan(data))) names.push('domain');
  if (marked && data.cautions.some(within)) names.push('careful-bytes');
  if (within(faultSpan(data))) names.push('fault-byte');
  return names.join(' ');
}

function drawDeeds(data, text) {
  const deeds = make('div', 'deeds');
  const copy = button('Copy', () => copyText(data, text, copy));
  const sides = meta.compared ? `: ${digits.format(data.count - data.after)} before, ${digits.format(data.after)} after` : '';
  deeds.append(copy, make('span', 'faint', `${counted(data.count, 'find', 'finds')}${sides}`));
  return deeds;
}

async function copyText({ uri }, element, copy) {
  try {
    await navigator.clipboard.writeText(lossy.decode(uri));
    copy.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(element);
    copy.textContent = 'Selected';
  }
  setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
}

function say(className, name, text) {
  const item = make('li', className);
  item.append(make('strong', '', name), text);
  return item;
}

function drawSays(data) {
  const list = make('ul', 'says');
  const { fault, flags, uri } = data;
  if (fault) {
    const where = fault.at < uri.length ? `byte ${digits.format(fault.at)}` : 'the end';
    const item = say('bad', 'Invalid', `: ${where} does not fit the rule ${ruleName(fault)}`);
    const [name, definition, source] = meta.rules[fault.rule] ?? ['?', '', ''];
    if (definition) item.append(': ', make('code', 'definition', `${name} = ${definition}`), ` (${source})`);
    list.append(item);
  } else if (!(flags & CUT)) {
    list.append(say('', 'Valid', ''));
  }
  if (flags & CUT) list.append(say('careful', 'Cut', ': more of it is missing'));
  if (flags & NOISE) list.append(say('', 'Noise', ': software writes it by itself, and --exclude-noise leaves it out'));
  if (flags & ABBREVIATED) list.append(say('', 'Abbreviated', ': it has no scheme'));
  for (const caution of data.cautions) list.append(drawCaution(caution, uri));
  return list;
}

function drawCaution(caution, uri) {
  const item = say('careful', cautionName(caution), `: ${meta.cautions[caution.kind]?.[1] ?? ''}`);
  if (caution.end - caution.start < uri.length) {
    const bytes = uri.subarray(caution.start, caution.end);
    item.append(': ', shown('span', 'careful-bytes', start(bytes, SHOWN_AROUND)));
  }
  if (caution.detail.length > 0) item.append(': ', drawCautionDetail(caution.detail));
  return item;
}

// A URI, or the text of a link: a click shows what has it.
function drawCautionDetail(detail) {
  const text = lossy.decode(detail);
  const isText = dimensions.get('text').index.has(text);
  const filtered = () => (isText ? toggle('text', text) : (state.query = text));
  const isSought = isText || held.text.includes(text.toLowerCase());
  if (!isSought) return shown('span', '', start(detail, SHOWN_AROUND));
  const element = button('', () => showOnly(filtered));
  element.className = 'detail-of-caution';
  return show(element, start(detail, SHOWN_AROUND));
}

function headed(title, ...content) {
  const section = make('section');
  section.append(make('h3', '', title), ...content);
  return section;
}

function drawComponents(data) {
  const table = make('table', 'components');
  const body = make('tbody');
  COMPONENTS.forEach((name, i) => {
    if (data.components[i]) body.append(drawComponent(data, name, data.components[i]));
  });
  table.append(body);
  const domain = domainSpan(data);
  const hint = domain ? [make('p', 'hint', 'The registrable domain is underlined.')] : [];
  return headed('Components', table, ...hint);
}

function drawComponent(data, name, span) {
  const line = make('tr');
  const head = make('th', `${name}-part`, name);
  head.scope = 'row';
  const value = make('div');
  if (span.start === span.end) value.append(make('span', 'faint', 'empty'));
  else value.append(...segments(data, span.start, span.end, false));
  const holder = make('td');
  holder.append(value);
  line.append(head, holder, make('td', 'bytes', `${span.start}–${span.end}`));
  return line;
}

// The normal form, and what a redirector leads to.
function drawForms({ normal, target }) {
  const form = (className, bytes) => {
    const text = make('div', className);
    text.append(bytes.length > 0 ? shown('span', '', bytes) : make('span', 'faint', 'the URI itself'));
    return text;
  };
  const leads = target.length > 0 ? [headed('Leads to', form('target', target))] : [];
  return [...leads, headed('Normal form', form('normal', normal))];
}
