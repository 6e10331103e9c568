import type { ChartContext } from '../../define.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';

/** Where the dial stands; everything in px. */
export type DialPlace = { readonly x: number; readonly y: number; readonly radius: number };
/** One line of the list of several pointers: its name and its value, both by their middles. */
export type Line = { readonly name: string; readonly nameX: number; readonly valueX: number; readonly y: number };
export type Angles = { readonly start: number; readonly end: number };

const PADDING = 10;
export const LIST_FONT = 12;
const LINE = 22;
const LEAST_LINE = 15;
const COLUMN_GAP = 24;
const VALUE_GAP = 16;
const DIAL_GAP = 32;
/** Of the width, what a list beside the dial may take. */
const BESIDE = 0.42;

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** The dial in a box, as large as its arc lets it be; `below` px stay free under it. */
export function placeDial({ left, top, width, height }: Box, angles: Angles, below = 0): DialPlace {
  const extent = extentOf(angles);
  const radius = Math.max(
    16,
    Math.min(
      (width - 2 * PADDING) / (extent.left + extent.right),
      (height - 2 * PADDING - below) / (extent.top + extent.bottom),
    ),
  );
  const used = { width: radius * (extent.left + extent.right), height: radius * (extent.top + extent.bottom) + below };
  return {
    x: left + (width - used.width) / 2 + radius * extent.left,
    y: top + (height - used.height) / 2 + radius * extent.top,
    radius,
  };
}

/** How far an arc reaches from its middle, in radii; the middle itself is part of it. */
export function extentOf({ start, end }: Angles) {
  const points = Array.from({ length: 73 }, (_, at) => ((start + ((end - start) * at) / 72) * Math.PI) / 180);
  const across = points.map(Math.cos);
  const up = points.map(Math.sin);
  return {
    left: -Math.min(-0.1, ...across),
    right: Math.max(0.1, ...across),
    top: Math.max(0.1, ...up),
    bottom: -Math.min(-0.1, ...up),
  };
}

/** The list of names and values beside the dial where the chart is wide, else below it in two columns. */
export function placeList(
  entries: readonly { readonly name: string; readonly value: string }[],
  angles: Angles,
  { width, height }: ChartContext,
): { readonly dial: DialPlace; readonly lines: readonly Line[]; readonly fontSize: number } {
  const isBeside = width >= 420 && width > height * 1.3 && entries.length * LEAST_LINE <= height - 2 * PADDING;
  const fontSize = isBeside ? LIST_FONT : LIST_FONT - 1;
  const columns = isBeside || entries.length === 1 ? 1 : 2;
  const rows = Math.ceil(entries.length / columns);
  const inner = width - 2 * PADDING;
  const most = isBeside ? width * BESIDE : (inner - COLUMN_GAP * (columns - 1)) / columns;
  const values = Math.max(...entries.map(({ value }) => textWidth(value, fontSize + 1) * 1.06));
  const names = Math.max(...entries.map(({ name }) => textWidth(name, fontSize)));
  const column = Math.min(most, Math.ceil(names + VALUE_GAP + values));
  const line = isBeside
    ? Math.min(LINE, (height - 2 * PADDING) / rows)
    : Math.max(LEAST_LINE, Math.min(18, (height * 0.45) / rows));
  const size = { width: columns * column + (columns - 1) * COLUMN_GAP, height: rows * line };
  const dialWidth = isBeside ? Math.min(width - size.width - DIAL_GAP - PADDING, height * 1.15) : width;
  const left = isBeside ? Math.max(0, (width - PADDING - dialWidth - DIAL_GAP - size.width) / 2) : 0;
  const dial = placeDial({ left, top: 0, width: dialWidth, height: isBeside ? height : height - size.height }, angles);
  const listLeft = isBeside ? left + dialWidth + DIAL_GAP : (width - size.width) / 2;
  const listTop = isBeside ? (height - size.height) / 2 : height - size.height - PADDING / 2;
  const lines = entries.map(({ name, value }, at): Line => {
    const x = listLeft + (at % columns) * (column + COLUMN_GAP);
    const valueWidth = textWidth(value, fontSize + 1) * 1.06;
    const cut = cutMiddle(name, Math.max(24, column - VALUE_GAP - valueWidth), fontSize);
    return {
      name: cut,
      nameX: x + textWidth(cut, fontSize) / 2,
      valueX: x + column - valueWidth / 2,
      y: listTop + (Math.floor(at / columns) + 0.5) * line,
    };
  });
  return { dial, lines, fontSize };
}
