import { stageOf, type SheetFrame, type SheetFrames } from '@tessera/core/layout/sheet-frames';
import type { HeaderSize } from '@tessera/core/layout/types';
import type { ChartTheme } from '@tessera/viz/define';
import { short, svgElement, svgText } from '@tessera/viz/shared/markup';
import { cutMiddle, singleLine, textWidth } from '@tessera/viz/shared/text';
import { chartThemes } from '@tessera/viz/shared/theme';
import { plainLines, type PlainLine } from './plain-lines.ts';

/** What stands in the card of a chart: its drawing with a note below it, or words in place of one. */
export type SheetCard = {
  readonly title: string;
  readonly drawing: { readonly svg: string; readonly height: number; readonly note: string } | null;
  readonly words: string;
};

export type Sheet = SheetFrames & {
  readonly title: string;
  /** Of the canvas that frames were placed on. */
  readonly width: number;
  readonly mode: ChartTheme['mode'];
  /** px of the whole picture: it is filled up, and what does not fit is cut. */
  readonly least: number;
  readonly most: number;
  readonly cards: ReadonlyMap<string, SheetCard>;
};

export const SHEET_MARGIN = 24;
/** The bar with the title. */
export const SHEET_HEAD = 56;
const TOP = SHEET_HEAD + 16;
const pages: Readonly<Record<ChartTheme['mode'], string>> = { light: '#f6f7f8', dark: '#0f1215' };
const headingPx: Readonly<Record<HeaderSize, number>> = { SMALL_HEADER: 16, MEDIUM_HEADER: 20, LARGE_HEADER: 28 };

/** How large the picture of a sheet is, in px. */
export function sheetSize({ width, height, least, most }: Pick<Sheet, 'width' | 'height' | 'least' | 'most'>) {
  const whole = Math.max(least, Math.ceil(TOP + height + SHEET_MARGIN));
  return { width: width + 2 * SHEET_MARGIN, height: Math.min(most, whole) };
}

/** How far down the canvas a picture of so many px reaches. */
export function canvasReach(most: number): number {
  return most - TOP;
}

/** A dashboard as one drawing: its title and everything in its place. Everything that users wrote is text in it. */
export function sheetSvg(sheet: Sheet): string {
  const theme = chartThemes[sheet.mode];
  const { width, height } = sheetSize(sheet);
  const title = singleLine(sheet.title);
  const bar =
    svgElement('rect', { width, height: SHEET_HEAD, fill: theme.surface }) +
    svgElement('rect', { y: SHEET_HEAD - 1, width, height: 1, fill: theme.hairline }) +
    line(title, { x: SHEET_MARGIN, y: 35, size: 20, fill: theme.text, width: sheet.width, isStrong: true });
  const frames = sheet.frames
    .filter(({ y }) => y < canvasReach(sheet.most))
    .map((frame) => frameSvg(frame, sheet, theme))
    .join('');
  const canvas = svgElement('g', { transform: `translate(${SHEET_MARGIN} ${TOP})` }, frames);
  const ground = svgElement('rect', { width, height, fill: pages[sheet.mode] });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"` +
    ` font-family="Inter">${ground}${canvas}${bar}</svg>`
  );
}

function frameSvg(frame: SheetFrame, sheet: Sheet, theme: ChartTheme): string {
  const { x, y, width, height } = frame;
  switch (frame.kind) {
    case 'ground':
      return panel(frame, theme);
    case 'divider':
      return svgElement('rect', { x, y: y + Math.floor(height / 2), width, height: 1, fill: theme.hairline });
    case 'heading': {
      const size = headingPx[frame.size];
      const text = singleLine(frame.text);
      return line(text, { x, y: y + size + 2, size, fill: theme.text, width, isStrong: true });
    }
    case 'tabs':
      return tabsSvg(frame, theme);
    case 'markdown':
      return panel(frame, theme) + markdownSvg(plainLines(frame.source), frame, theme);
    case 'chart':
      return panel(frame, theme) + cardSvg(frame, sheet.cards.get(frame.componentId), theme);
  }
}

function panel({ x, y, width, height }: SheetFrame, { surface, hairline }: ChartTheme): string {
  const inner = { x: x + 0.5, y: y + 0.5, width: Math.max(0, width - 1), height: Math.max(0, height - 1) };
  return svgElement('rect', { ...inner, rx: 6, fill: surface, stroke: hairline });
}

function tabsSvg({ x, y, width, height, ...tabs }: Extract<SheetFrame, { kind: 'tabs' }>, theme: ChartTheme): string {
  let left = x;
  const labels = tabs.names.map((name, at) => {
    const isOpen = at === tabs.open;
    const text = cutMiddle(singleLine(name), 240, 13);
    const own = textWidth(text, 13) + 24;
    const start = left;
    left += own;
    if (left > x + width) return '';
    const mark = { x: start, y: y + height - 2, width: own, height: 2, fill: theme.accent };
    return (
      line(text, { x: start + 12, y: y + 23, size: 13, fill: isOpen ? theme.text : theme.textMuted, width: own }) +
      (isOpen ? svgElement('rect', mark) : '')
    );
  });
  return svgElement('rect', { x, y: y + height - 1, width, height: 1, fill: theme.hairline }) + labels.join('');
}

function cardSvg(
  frame: Extract<SheetFrame, { kind: 'chart' }>,
  card: SheetCard | undefined,
  theme: ChartTheme,
): string {
  if (card === undefined) return '';
  const { x, y, width, height } = stageOf(frame);
  const isSmall = frame.height < 220;
  const title = singleLine(card.title);
  const head = { x, y: frame.y + (isSmall ? 26 : 22), size: 14, fill: theme.text, width, isStrong: true };
  const { drawing } = card;
  const middle = { x: x + width / 2, y: y + height / 2, size: 12, fill: theme.textMuted, width, anchor: 'middle' };
  if (drawing === null) return line(title, head) + line(card.words, middle);
  const note = { x: x + width, y: y + height - 2, size: 11, fill: theme.textMuted, width, anchor: 'end' };
  return (
    line(title, head) +
    placed(drawing.svg, { x, y, width, height: drawing.height }) +
    (drawing.note === '' ? '' : line(singleLine(drawing.note), note))
  );
}

/** A drawing inside another has a place and a size of its own, and shows nothing beyond them. */
function placed(svg: string, box: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>): string {
  const place = Object.entries(box)
    .map(([name, value]) => ` ${name}="${short(value)}"`)
    .join('');
  return svg.replace(/<svg\b[^>]*>/, (tag) =>
    tag.replace(/ (?:width|height|x|y)="[^"]*"/g, '').replace('<svg', `<svg${place} overflow="hidden"`),
  );
}

const PADDING = 16;

function markdownSvg(lines: readonly PlainLine[], frame: SheetFrame, theme: ChartTheme): string {
  const width = frame.width - 2 * PADDING;
  const bottom = frame.y + frame.height - PADDING;
  let top = frame.y + PADDING;
  const drawn: string[] = [];
  for (const { text, level, isItem } of lines) {
    const size = level === 0 ? 13 : Math.max(14, 24 - 3 * level);
    const indent = isItem ? 14 : 0;
    for (const [at, part] of broken(text, width - indent, size).entries()) {
      const step = Math.round(size * 1.5);
      if (top + step > bottom) return drawn.join('');
      if (isItem && at === 0) drawn.push(line('•', { ...itemMark(frame, top, size), fill: theme.textMuted, width }));
      drawn.push(
        line(part, {
          x: frame.x + PADDING + indent,
          y: top + size,
          size,
          fill: theme.text,
          width,
          isStrong: level > 0,
        }),
      );
      top += step;
    }
    top += 4;
  }
  return drawn.join('');
}

function itemMark(frame: SheetFrame, top: number, size: number) {
  return { x: frame.x + PADDING, y: top + size, size };
}

/** Words in lines of at most so many px; a longer word is cut by its line. */
function broken(text: string, width: number, size: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(joined, size) <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

type Line = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly width: number;
  readonly isStrong?: boolean;
  readonly anchor?: string;
};

function line(text: string, { x, y, size, fill, width, isStrong = false, anchor }: Line): string {
  if (width < 8 || text === '') return '';
  const letters = { 'font-size': size, 'font-weight': isStrong ? 600 : 400 };
  return svgText(cutMiddle(text, width, isStrong ? size * 1.06 : size), {
    x,
    y,
    fill,
    ...letters,
    'text-anchor': anchor,
  });
}
