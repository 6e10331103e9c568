import type { ChartContext } from '../../define.ts';
import type { FamilyForm } from './controls.ts';
import type { Series, SeriesData } from './data.ts';

/** So many series have colours that differ clearly; of more the greatest few have one, and the rest is grey. */
const COLORS_APART = 10;
const COLORED_OF_MANY = 8;
const DASHES = ['solid', 'dashed', 'dotted'] as const;
/** Other times are never solid, whatever their colour. */
const SHIFT_DASHES: readonly Look['dash'][] = ['dashed', 'dotted', [10, 4, 2, 4]];
const SHIFTED_OPACITY = 0.45;

export type Look = {
  readonly color: string;
  /** Of the space under a line, a bar or a point; 1 for what is of the present. */
  readonly strength: number;
  readonly width: number;
  readonly dash: 'solid' | 'dashed' | 'dotted' | number[];
  /** One of many that stand back; it has no colour of its own. */
  readonly isQuiet: boolean;
};

/** How each series looks: by its place among all, and by the time that it is of. */
export function looksOf(data: SeriesData, form: FamilyForm, context: ChartContext): ReadonlyMap<Series, Look> {
  const colored = coloredOf(data.series);
  return new Map(
    data.series.map((series, index) => {
      const isQuiet = !colored.has(series.colorName);
      const isShifted = series.shift !== null && series.shift.as === 'values';
      const look: Look = {
        color: isQuiet ? context.theme.zeroLine : context.color(form.color_scheme, series.colorName),
        strength: isShifted ? SHIFTED_OPACITY : 1,
        width: isQuiet ? 1 : isShifted ? 1.5 : 2,
        dash: isShifted ? shiftDash(series.shift.at) : isQuiet ? 'solid' : dashOf(index),
        isQuiet,
      };
      return [series, look];
    }),
  );
}

/** The colours that are given: all of few series, the greatest of many. */
function coloredOf(series: readonly Series[]): ReadonlySet<string> {
  const sizes = new Map<string, number>();
  for (const { colorName, values } of series)
    sizes.set(
      colorName,
      values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), sizes.get(colorName) ?? 0),
    );
  if (sizes.size <= COLORS_APART) return new Set(sizes.keys());
  const greatest = [...sizes].toSorted(([, a], [, b]) => b - a).slice(0, COLORED_OF_MANY);
  return new Set(greatest.map(([name]) => name));
}

function shiftDash(at: number): Look['dash'] {
  return SHIFT_DASHES[at % SHIFT_DASHES.length] ?? 'dashed';
}

function dashOf(index: number): Look['dash'] {
  return DASHES[Math.floor(index / COLORS_APART) % DASHES.length] ?? 'solid';
}
