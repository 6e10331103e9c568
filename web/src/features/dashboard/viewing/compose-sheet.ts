import { cellAt } from '@tessera/core/table';
import { escapeMarkup, svgElement, svgText } from '@tessera/viz/shared/markup';
import { cutMiddle } from '@tessera/viz/shared/text';
import { filtersLine, type ActiveFilter } from './active-filters.ts';
import type { RowsInFile } from './rows-in-file.ts';
import type { SelectionsInFile } from './selections-in-file.ts';

type Place = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A picture of a chart as an SVG document, with its place in the card. */
type Drawing = Place & { readonly svg: string };

/** One part of a dashboard, where it lies. Sizes in px. */
export type SheetPart = Place &
  (
    | { readonly kind: 'text'; readonly text: string; readonly isHeading: boolean }
    | {
        readonly kind: 'chart';
        readonly title: string;
        readonly subtitle: string;
        /** Null where the chart has none yet. */
        readonly drawing: Drawing | null;
        /** Its rows by query; empty where none are known. */
        readonly rows: readonly RowsInFile[];
        /** Names it among those that select and are selected in. */
        readonly componentId?: string;
      }
  );

/** A dashboard as it is seen, to be made into a file. */
export type Sheet = {
  readonly title: string;
  /** The filters and selections that act. */
  readonly filters: readonly ActiveFilter[];
  readonly width: number;
  readonly height: number;
  readonly parts: readonly SheetPart[];
  readonly theme: {
    readonly page: string;
    readonly panel: string;
    readonly hairline: string;
    readonly text: string;
    readonly muted: string;
    readonly font: string;
  };
};

const MARGIN = 24;
const HEAD = 56;
const LINE = 20;
/** Letters of what is said below the title. */
const NOTE = 13;

/** What the browser lets a page of the file do: draw, and nothing else. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** Rows of a chart that a page holds. */
const MOST_ROWS = 1000;

/** The whole dashboard as one drawing: its title, and every part in its place. */
export function sheetSvg(sheet: Sheet): { readonly text: string; readonly width: number; readonly height: number } {
  const { theme, title } = sheet;
  const width = Math.round(sheet.width + 2 * MARGIN);
  const notes = sheet.filters.length === 0 ? [] : wrapped(filtersLine(sheet.filters), sheet.width, NOTE);
  const head = HEAD + notes.length * LINE;
  const height = Math.round(sheet.height + head + MARGIN);
  const parts = sheet.parts.map((part) => partSvg(part, theme)).join('');
  const heading = svgText(cutMiddle(title, sheet.width, 20), {
    x: MARGIN,
    y: 36,
    fill: theme.text,
    'font-size': 20,
    'font-weight': 600,
    'font-family': theme.font,
  });
  const lines = notes.map((note, at) =>
    svgText(note, {
      x: MARGIN,
      y: HEAD + at * LINE,
      fill: theme.muted,
      'font-size': NOTE,
      'font-family': theme.font,
    }),
  );
  const ground = svgElement('rect', { width, height, fill: theme.page });
  return {
    text:
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
      `${ground}${heading}${lines.join('')}` +
      `${svgElement('g', { transform: `translate(${MARGIN} ${head})` }, parts)}</svg>`,
    width,
    height,
  };
}

function partSvg(part: SheetPart, theme: Sheet['theme']): string {
  const { x, y, width, height } = part;
  const inner = part.kind === 'text' ? textSvg(part, theme) : cardSvg(part, theme);
  const frame =
    part.kind === 'chart'
      ? svgElement('rect', { width, height, rx: 6, fill: theme.panel, stroke: theme.hairline })
      : '';
  return svgElement('g', { transform: `translate(${x} ${y})` }, frame + inner);
}

function textSvg(part: Extract<SheetPart, { kind: 'text' }>, theme: Sheet['theme']): string {
  const size = part.isHeading ? 20 : 14;
  const lines = part.text.split('\n').flatMap((line) => wrapped(line, part.width - 24, size));
  return lines
    .slice(0, Math.max(1, Math.floor(part.height / LINE)))
    .map((line, at) =>
      svgText(line, {
        x: 12,
        y: 12 + size + at * (size + 6),
        fill: theme.text,
        'font-size': size,
        'font-weight': part.isHeading ? 600 : 400,
        'font-family': theme.font,
      }),
    )
    .join('');
}

/** Words in lines of at most so many px, by a usual width of letters. */
function wrapped(text: string, width: number, size: number): readonly string[] {
  const most = Math.max(8, Math.floor(width / (size * 0.55)));
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || `${last} ${word}`.length > most) return [...lines, word];
    return [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}

function cardSvg(part: Extract<SheetPart, { kind: 'chart' }>, theme: Sheet['theme']): string {
  const line = (text: string, y: number, size: number, weight: number, fill: string) =>
    svgText(cutMiddle(text, part.width - 24, size), {
      x: 12,
      y,
      fill,
      'font-size': size,
      'font-weight': weight,
      'font-family': theme.font,
    });
  const head = [
    line(part.title, 24, 14, 600, theme.text),
    part.subtitle === '' ? '' : line(part.subtitle, 42, 12, 400, theme.muted),
  ].join('');
  if (part.drawing === null) return head;
  const { svg, x, y, width, height } = part.drawing;
  // A picture inside another has a place and a size of its own.
  const placed = svg.replace(/<svg\b[^>]*>/, (tag) =>
    tag
      .replace(/ (?:width|height)="[^"]*"/g, '')
      .replace('<svg', `<svg x="${x}" y="${y}" width="${width}" height="${height}"`),
  );
  return head + placed;
}

/** What a page says beside what the dashboard says; without `data` it holds no rows. */
export type SheetWords = {
  readonly data: string | null;
  readonly cut: string;
  /** Only the rows of one page are there. */
  readonly page: string;
  /** What takes a selection back. */
  readonly everything: string;
  /** Names the choices of a chart. */
  readonly select: string;
};

const noSelections: SelectionsInFile = { choices: [], variants: [] };

/**
 * The whole dashboard as one page that needs nothing else: pictures, and behind each its rows. What can be selected is
 * a choice among buttons, and what the other charts show for it is there already: style sheets show it.
 */
export function sheetHtml(sheet: Sheet, words: SheetWords, selections: SelectionsInFile = noSelections): string {
  const rows = rowsOf(sheet.parts).map(
    (parts) => `<div>${parts.map((part) => partHtml(part, words, selections)).join('')}</div>`,
  );
  const filters = sheet.filters.length === 0 ? '' : `<p class="sub">${escapeMarkup(filtersLine(sheet.filters))}</p>`;
  const all = selections.choices.length === 0 ? '' : `<p>${choiceHtml('s0', words.everything, true)}</p>`;
  return (
    '<!doctype html><html><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    // The file runs nothing and fetches nothing, whatever its texts say.
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
    `<title>${escapeMarkup(sheet.title)}</title>` +
    `<style>${styleOf(sheet.theme)}${styleOfChoices(selections)}</style></head>` +
    `<body><h1>${escapeMarkup(sheet.title)}</h1>${filters}${all}${rows.join('')}</body></html>`
  );
}

/** Parts that begin at the same height stand beside each other. */
function rowsOf(parts: readonly SheetPart[]): readonly (readonly SheetPart[])[] {
  const rows = new Map<number, SheetPart[]>();
  for (const part of parts.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const top = [...rows.keys()].find((y) => Math.abs(y - part.y) < LINE) ?? part.y;
    rows.set(top, [...(rows.get(top) ?? []), part]);
  }
  return [...rows.values()];
}

function partHtml(part: SheetPart, words: SheetWords, { choices, variants }: SelectionsInFile): string {
  const width = `style="flex:${Math.round(part.width)} 1 ${Math.min(320, Math.round(part.width))}px"`;
  if (part.kind === 'text') {
    const lines = part.text
      .split('\n')
      .map((line) => (part.isHeading ? `<h2>${escapeMarkup(line)}</h2>` : `<p>${escapeMarkup(line)}</p>`));
    return `<section ${width}>${lines.join('')}</section>`;
  }
  const subtitle = part.subtitle === '' ? '' : `<p class="sub">${escapeMarkup(part.subtitle)}</p>`;
  const rowsHtml = (rows: readonly RowsInFile[]) => rows.map((one) => tableHtml(one, words)).join('');
  const own = choices.filter(({ componentId }) => componentId === part.componentId);
  const others = variants.filter(({ componentId }) => componentId === part.componentId);
  const select =
    own.length === 0
      ? ''
      : `<p role="group" aria-label="${escapeMarkup(words.select)}: ${escapeMarkup(part.title)}">` +
        `${own.map(({ id, label }) => choiceHtml(id, label)).join('')}</p>`;
  const shown = `${part.drawing?.svg ?? ''}${rowsHtml(part.rows)}`;
  return (
    `<article ${width}><h2>${escapeMarkup(part.title)}</h2>${subtitle}` +
    `<div class="v v0${others.map(({ choiceId }) => ` not-${choiceId}`).join('')}">${shown}</div>` +
    others.map(({ choiceId, svg, rows }) => `<div class="v is-${choiceId}">${svg}${rowsHtml(rows)}</div>`).join('') +
    `${select}</article>`
  );
}

function choiceHtml(id: string, label: string, isChosen = false): string {
  return (
    `<label class="c"><input type="radio" name="s" id="${id}"${isChosen ? ' checked' : ''}>` +
    `${escapeMarkup(label)}</label>`
  );
}

/** The pictures of a choice take the place of those that it reaches. */
function styleOfChoices({ choices }: SelectionsInFile): string {
  return choices
    .map(
      ({ id }) => `body:has(#${id}:checked) .not-${id}{display:none}body:has(#${id}:checked) .is-${id}{display:block}`,
    )
    .join('');
}

function styleOf(theme: Sheet['theme']): string {
  return (
    `body{margin:0;padding:24px;background:${theme.page};color:${theme.text};font:14px/1.45 system-ui,sans-serif}` +
    'div{display:flex;flex-wrap:wrap;gap:16px;margin-bottom:16px;align-items:flex-start}' +
    `article{box-sizing:border-box;padding:12px;background:${theme.panel};border:1px solid ${theme.hairline};` +
    'border-radius:6px;overflow:auto}h1{font-size:20px}h2{margin:0;font-size:14px}' +
    '.v{display:none;margin:0}.v0{display:block}p[role=group]{display:flex;flex-wrap:wrap;gap:6px;margin:8px 0 0}' +
    `.c{display:inline-flex;align-items:center;gap:4px;padding:2px 8px;border:1px solid ${theme.hairline};` +
    'border-radius:12px;font-size:12px;cursor:pointer}.c:has(:checked){font-weight:600;border-color:currentColor}' +
    `.sub{margin:0 0 8px;color:${theme.muted};font-size:12px}svg{max-width:100%;height:auto}` +
    'table{border-collapse:collapse;font-size:12px}td,th{padding:2px 8px;text-align:start;' +
    `border-bottom:1px solid ${theme.hairline}}`
  );
}

function tableHtml({ name, table, isPage }: RowsInFile, { data, cut, page }: SheetWords): string {
  if (data === null) return '';
  const columns = [...table.columns.values()];
  const shown = Math.min(table.rowCount, MOST_ROWS);
  const head = columns.map((column) => `<th>${escapeMarkup(column.name)}</th>`).join('');
  const rows = Array.from({ length: shown }, (_, row) => {
    const cells = columns.map((column) => `<td>${escapeMarkup(textOf(column, row))}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  const notes = [...(shown < table.rowCount ? [cut] : []), ...(isPage ? [page] : [])];
  return (
    `<details><summary>${escapeMarkup(name === null ? data : `${data}: ${name}`)}</summary>` +
    notes.map((note) => `<p class="sub">${escapeMarkup(note)}</p>`).join('') +
    `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></details>`
  );
}

function textOf(column: Parameters<typeof cellAt>[0], row: number): string {
  const cell = cellAt(column, row);
  if (cell === null) return '';
  if (column.kind === 'temporal' && typeof cell === 'number')
    return new Date(cell).toISOString().replace('T00:00:00.000Z', '');
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
