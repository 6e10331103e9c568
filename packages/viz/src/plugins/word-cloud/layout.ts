import type { ChartContext, QueryResult } from '../../define.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { WordCloudForm } from './controls.ts';
import type { Word } from './words.ts';

/** A word with its place: the middle of its box, which is turned around it. */
export type PlacedWord = {
  readonly word: Word;
  readonly text: string;
  readonly size: number;
  /** Degrees, clockwise. */
  readonly turn: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** From the middle of the box down to the baseline. */
  readonly drop: number;
};

export type Cloud = { readonly placed: readonly PlacedWord[]; readonly left: number };

type Area = { readonly width: number; readonly height: number };
type Unplaced = Omit<PlacedWord, 'x' | 'y'>;

/** Letters below this cannot be read. */
const LEAST_SIZE = 8;
/** More words than anybody reads, and than can be placed while somebody waits. */
const MOST_WORDS = 300;
/** Letters are a little wider at the weight of the cloud than the table of widths says. */
const WIDER = 1.05;
/** Room around a word in px. */
const GAP = 2.5;
/** The part of the area that words can fill before the spiral fails. */
const FILLED = 0.66;
const SHRINKS = [1, 0.92, 0.85, 0.78, 0.7, 0.62, 0.54, 0.46];
/** Of its size, what is left of a word at least that is too long for the picture. */
const LEAST_SHARE = 0.7;
const STEP = 3;
/** So many words without a place, one after the other, and those behind them are not tried. */
const MOST_FAILED = 12;
/** The side of a square of the grid that remembers which words are where, in px. */
const CELL = 24;
/** Room at the left and the right in px. */
const EDGE = 4;

const FOOT = 18;

/** The area of the words: below it is one line of what is not drawn. */
export function cloudArea({ width, height }: Pick<ChartContext, 'width' | 'height'>): Area {
  return { width, height: Math.max(20, height - FOOT) };
}

const known = new WeakMap<QueryResult, { readonly key: string; readonly cloud: Cloud }>();

/**
 * Words from the greatest to the least on a spiral around the middle, none over another. The same words in the same
 * area have the same places: angles come from the words themselves.
 */
export function layOut(result: QueryResult, words: readonly Word[], form: WordCloudForm, area: Area): Cloud {
  const key = JSON.stringify([area.width, area.height, form.size_from, form.size_to, form.rotation, form.metric]);
  const before = known.get(result);
  if (before?.key === key) return before.cloud;
  const cloud = bestOf(words, form, area);
  known.set(result, { key, cloud });
  return cloud;
}

/** All words shrink alike until the most of them find a place. */
function bestOf(words: readonly Word[], form: WordCloudForm, area: Area): Cloud {
  const shown = words.slice(0, MOST_WORDS);
  const taken = sized(shown, 1, form, area).reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const first = Math.min(1, Math.sqrt((FILLED * area.width * area.height) / Math.max(1, taken)));
  let best: readonly PlacedWord[] = [];
  let before: readonly number[] = [];
  for (const shrink of SHRINKS) {
    const tried = sized(shown, first * shrink, form, area);
    // Letters that are as small as can be read do not shrink.
    if (tried.every(({ size }, at) => size === before[at])) break;
    before = tried.map(({ size }) => size);
    const placed = place(tried, area);
    if (placed.length > best.length) best = placed;
    if (best.length === shown.length) break;
  }
  return { placed: best, left: words.length - best.length };
}

function sized(words: readonly Word[], scale: number, form: WordCloudForm, area: Area): readonly Unplaced[] {
  const least = Math.max(1, form.size_from ?? 10);
  const most = Math.max(least, form.size_to ?? 70);
  // The eye reads the area of a word, which goes with the square of its size.
  const roots = words.map(({ value }) => Math.sqrt(value));
  const low = roots.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = roots.reduce((a, b) => Math.max(a, b), 0);
  const room = (area.width * 0.86) / WIDER;
  return words.map((word, at) => {
    const share = high === low ? 1 : ((roots[at] ?? low) - low) / (high - low);
    const wanted = (least + (most - least) * share) * scale;
    // A long word is rather smaller than cut, as far as its size still tells its value.
    const whole = Math.max(wanted * LEAST_SHARE, room / Math.max(0.1, textWidth(word.text, 1)));
    const size = Math.max(LEAST_SIZE, Math.min(wanted, whole, area.height * 0.8));
    const text = cutMiddle(word.text, room, size);
    // A long word stays level: turned, it would be cut.
    const canTurn = at > 0 && textWidth(text, size) * WIDER < area.height * 0.45;
    const turn = canTurn ? turnOf(word.key, form.rotation) : 0;
    const { rise, drop } = extentOf(text);
    return {
      word,
      text,
      size: tenth(size),
      turn,
      width: textWidth(text, size) * WIDER,
      height: (rise + drop) * size,
      drop: tenth(((rise - drop) / 2) * size),
    };
  });
}

/** How far letters reach above and below the baseline, in ems. */
function extentOf(text: string): { readonly rise: number; readonly drop: number } {
  if (/[^\u0020-\u024f]/u.test(text)) return { rise: 0.92, drop: 0.2 };
  return {
    rise: /[^acegmnopqrsuvwxyz\s.,;:…-]/u.test(text) ? 0.76 : 0.56,
    drop: /[gjpqyQ,;()[\]{}|/\\@_$ç]/u.test(text) ? 0.22 : 0.02,
  };
}

function turnOf(key: string, rotation: WordCloudForm['rotation']): number {
  const chance = hash(key);
  if (rotation === 'square') return chance % 3 === 0 ? -90 : 0;
  return rotation === 'random' ? ((chance % 6) - 3) * 30 : 0;
}

function place(words: readonly Unplaced[], area: Area): readonly PlacedWord[] {
  const placed: PlacedWord[] = [];
  const grid: Grid = new Map();
  let failed = 0;
  for (const word of words) {
    const at = findPlace(word, grid, area);
    failed = at === null ? failed + 1 : 0;
    if (failed > MOST_FAILED) break;
    if (at === null) continue;
    const here = { ...word, ...at };
    placed.push(here);
    keep(here, grid);
  }
  return placed;
}

/** Words by the squares that their boxes touch: a word looks at its neighbours, not at all others. */
type Grid = Map<number, Standing[]>;
/** A word with the upright box around it, which is asked often. */
type Standing = { readonly word: PlacedWord; readonly half: Area };

function keep(word: PlacedWord, grid: Grid): void {
  const { width, height } = boundsOf(word);
  const standing = { word, half: { width: width / 2, height: height / 2 } };
  forCells(word.x, word.y, standing.half, (cell) => {
    const there = grid.get(cell);
    if (there) there.push(standing);
    else grid.set(cell, [standing]);
    return true;
  });
}

/** The squares under a box, until `see` says no. */
function forCells(x: number, y: number, half: Area, see: (cell: number) => boolean): void {
  const lastRow = Math.floor((y + half.height + GAP) / CELL);
  const lastColumn = Math.floor((x + half.width + GAP) / CELL);
  for (let row = Math.floor((y - half.height - GAP) / CELL); row <= lastRow; row += 1)
    for (let column = Math.floor((x - half.width - GAP) / CELL); column <= lastColumn; column += 1)
      if (!see(row * 10_000 + column)) return;
}

/** Whether a word stands in the way; far ones are known by their upright boxes. */
function isInWay(x: number, y: number, half: Area, word: Unplaced, other: Standing): boolean {
  if (Math.abs(x - other.word.x) >= half.width + other.half.width + GAP) return false;
  if (Math.abs(y - other.word.y) >= half.height + other.half.height + GAP) return false;
  return overlaps({ turn: word.turn, width: word.width, height: word.height, x, y }, other.word);
}

/** Along an ellipse of the area's shape, wider and wider; the word that was in the way last is asked first. */
function findPlace(word: Unplaced, grid: Grid, area: Area): { readonly x: number; readonly y: number } | null {
  const [midX, midY] = [area.width / 2, area.height / 2];
  const { width, height } = boundsOf(word);
  if (width > area.width || height > area.height) return null;
  const half = { width: width / 2, height: height / 2 };
  const begin = (hash(word.word.key) % 360) * (Math.PI / 180);
  const aspect = area.width / Math.max(1, area.height);
  const end = Math.hypot(midX / aspect, midY);
  let blocker: Standing | undefined;
  for (let radius = 0, angle = begin; radius < end;) {
    const x = tenth(midX + radius * aspect * Math.cos(angle));
    const y = tenth(midY + radius * Math.sin(angle));
    const isInside =
      x - half.width >= EDGE &&
      x + half.width <= area.width - EDGE &&
      y - half.height >= 0 &&
      y + half.height <= area.height;
    if (isInside && !(blocker && isInWay(x, y, half, word, blocker))) {
      blocker = undefined;
      forCells(x, y, half, (cell) => {
        blocker = grid.get(cell)?.find((other) => isInWay(x, y, half, word, other));
        return blocker === undefined;
      });
      if (blocker === undefined) return { x, y };
    }
    // Even steps along a spiral whose rounds are a step apart.
    const turn = STEP / Math.max(STEP, radius * Math.sqrt(aspect));
    angle += turn;
    radius += (STEP * turn) / (2 * Math.PI) + 0.02;
  }
  return null;
}

type Box = Omit<PlacedWord, 'word' | 'text' | 'size' | 'drop'>;

/** The upright box around a turned one. */
export function boundsOf({ turn, width, height }: Pick<Box, 'turn' | 'width' | 'height'>): Area {
  if (turn === 0) return { width, height };
  const [cos, sin] = [Math.abs(Math.cos((turn * Math.PI) / 180)), Math.abs(Math.sin((turn * Math.PI) / 180))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** Whether two turned boxes share a point: they do not where a line parallel to a side of one has both apart. */
export function overlaps(a: Box, b: Box): boolean {
  const [boundsA, boundsB] = [boundsOf(a), boundsOf(b)];
  const isApart =
    Math.abs(a.x - b.x) >= (boundsA.width + boundsB.width) / 2 + GAP ||
    Math.abs(a.y - b.y) >= (boundsA.height + boundsB.height) / 2 + GAP;
  if (isApart) return false;
  if (a.turn % 90 === 0 && b.turn % 90 === 0) return true;
  return [a.turn, a.turn + 90, b.turn, b.turn + 90].every((axis) => {
    const [cos, sin] = [Math.cos((axis * Math.PI) / 180), Math.sin((axis * Math.PI) / 180)];
    const distance = Math.abs((a.x - b.x) * cos + (a.y - b.y) * sin);
    return distance < reach(a, axis) + reach(b, axis) + GAP;
  });
}

/** Half of what a box covers of a direction. */
function reach({ turn, width, height }: Box, axis: number): number {
  const angle = ((axis - turn) * Math.PI) / 180;
  return (Math.abs(Math.cos(angle)) * width + Math.abs(Math.sin(angle)) * height) / 2;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  // The low bits of a short text are alike without a last stir.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
