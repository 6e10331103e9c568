import type { ChartContext } from '../../define.ts';
import { tabularWidth, textWidth } from '../../shared/text.ts';
import { writerOf, type Horizon } from './bands.ts';
import type { HorizonForm } from './controls.ts';

export type HorizonPlace = {
  readonly left: number;
  readonly width: number;
  readonly right: number;
  readonly top: number;
  /** Height of a strip with the gap below it. */
  readonly row: number;
  readonly gap: number;
  /** Series that there is room for. */
  readonly shown: number;
  /** Between two moments. */
  readonly slot: number;
  readonly x: (time: number) => number;
  /** From where to where a moment is the nearest. */
  readonly span: (index: number) => readonly [number, number];
};

const FONT = 11;
const AXIS = 22;
const FOOT = 22;
const LEAST_ROW = 10;
/** How far strips grow beyond the height that the author chose. */
const GROWTH = 2.5;

/** Where strips, names and values are. */
export function placeOf({ times, series }: Horizon, form: HorizonForm, context: ChartContext): HorizonPlace {
  const names = series.reduce((most, { name }) => Math.max(most, textWidth(name, FONT)), 0);
  const left = Math.min(names + 14, Math.max(60, Math.min(180, context.width * 0.28)));
  const widest = series.reduce((most, one) => {
    const { short } = writerOf(one, form, context);
    const ends = [one.values.find((value) => value !== null), one.values.findLast((value) => value !== null)];
    return Math.max(most, ...ends.map((value) => (value == null ? 0 : tabularWidth(short(value), FONT))));
  }, 0);
  const right = context.width < 260 ? 4 : widest + 16;
  const width = Math.max(10, context.width - left - right);
  const top = 6;
  const room = Math.max(LEAST_ROW, context.height - top - AXIS - FOOT);
  const wish = Math.max(4, form.series_height ?? 25);
  const row = Math.max(LEAST_ROW, Math.min(wish * GROWTH, room / Math.max(1, series.length)));
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0];
  const x = (time: number) => (to === from ? left + width / 2 : left + ((time - from) / (to - from)) * width);
  const between = (a: number, b: number) => (x(times[a] ?? from) + x(times[b] ?? to)) / 2;
  return {
    left,
    width,
    right: right - 8,
    top,
    row,
    gap: row < 14 ? 1 : 3,
    shown: Math.min(series.length, Math.floor(room / row + 0.001)),
    slot: times.length < 2 ? width : width / (times.length - 1),
    x,
    span: (index) => [
      index === 0 ? left : between(index - 1, index),
      index === times.length - 1 ? left + width : between(index, index + 1),
    ],
  };
}
