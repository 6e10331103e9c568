import { expect, test } from 'vitest';
import type { ChartContext } from '../define.ts';
import { drawSvg } from '../draw-svg.ts';
import { additivityByLabel } from '../layer/additivity.ts';
import { createChartContext } from '../shared/context.ts';
import { derivedCases } from './derived-cases.ts';
import type { DrawCase } from './draw-case.ts';

export type { DrawCase } from './draw-case.ts';

/** Every family shows these, so that nobody forgets the awkward ones. */
export const NEEDED_CASES = ['basic', 'many', 'empty', 'nulls', 'negative', 'hostile', 'one-row', 'dark'] as const;

/** A place or a length that is no number. */
const FAULTS = /="[^"]*\b(?:NaN|Infinity|undefined)\b/;
/** A picture of more bytes than these holds up the page; more words than these nobody listens to. */
const MAX_LARGE = 6_000_000;
const MAX_SAID = 2000;

/** Draw each case and compare with the files in `golden/`; `npm run golden` accepts what has changed. */
export function goldenTests(folder: string, cases: readonly DrawCase[]): void {
  for (const one of [...cases.filter(({ isLarge }) => isLarge), ...derivedCases(cases)]) {
    test(`${one.viz.type}.${one.name} is drawn`, async () => {
      await one.viz.prepare(one.form);
      const svg = await drawSvg(one.viz, one.results, one.form, contextOf(one));
      expect(svg).not.toMatch(FAULTS);
      expect(svg.length).toBeLessThan(MAX_LARGE);
      const said = one.viz.describe(one.results, one.form, contextOf(one));
      expect(said.length).toBeLessThan(MAX_SAID);
    });
  }
  for (const one of cases.filter(({ isLarge }) => !isLarge)) {
    const file = `${one.viz.type}.${one.name}`;
    const context = () => contextOf(one);

    test(`${file} says the same`, async () => {
      await one.viz.prepare(one.form);
      const drawing = drawn(one, context());
      await expect(`${printable(drawing)}\n`).toMatchFileSnapshot(`${folder}/golden/${file}.json`);
    });

    test(`${file} looks the same`, async () => {
      const svg = await drawSvg(one.viz, one.results, one.form, context());
      expect(await drawSvg(one.viz, one.results, one.form, context())).toBe(svg);
      expect(svg).not.toMatch(FAULTS);
      await expect(`${svg}\n`).toMatchFileSnapshot(`${folder}/golden/${file}.svg`);
    });
  }

  test('[attack 87] names that every object has leave nothing on all objects', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('the awkward cases are all drawn', () => {
    const names = cases.map(({ name }) => name);
    expect(NEEDED_CASES.filter((needed) => !names.includes(needed))).toEqual([]);
  });
}

/** The option, model or scene of a case. */
function drawn({ viz: { drawing }, results, form }: DrawCase, context: ChartContext): unknown {
  switch (drawing.kind) {
    case 'option':
      return drawing.toOption(results, form, context);
    case 'model':
      return drawing.toModel(results, form, context);
    case 'scene':
      return drawing.toScene(results, form, context);
  }
}

export function contextOf({
  dark = false,
  size = [640, 360],
  additivity = 'additive',
}: Pick<DrawCase, 'dark' | 'size' | 'additivity'>): ChartContext {
  return createChartContext({
    width: size[0],
    height: size[1],
    mode: dark ? 'dark' : 'light',
    verboseNames: { count: 'Number of flights' },
    additivity: (label) => (typeof additivity === 'string' ? additivity : additivityByLabel(additivity, label)),
  });
}

/** JSON with functions named as such, and bigints and non-finite numbers written out. */
function printable(value: unknown): string {
  const whole = print(value, false);
  return whole.length > MAX_WHOLE ? print(value, true) : whole;
}

/** Beyond this a golden has only the beginnings of paths: the picture beside it has the rest. */
const MAX_WHOLE = 60_000;

function print(value: unknown, isLong: boolean): string {
  return JSON.stringify(
    value,
    (key, entry: unknown) => {
      if (isLong && key === 'd' && typeof entry === 'string') return `${entry.slice(0, 40)}…`;
      if (typeof entry === 'function') return '[function]';
      if (typeof entry === 'bigint') return `${entry}n`;
      if (typeof entry === 'number' && !Number.isFinite(entry)) return String(entry);
      if (entry instanceof Map) return Object.fromEntries(entry);
      // In a column of numbers NaN stands for null.
      if (entry instanceof Float64Array) return Array.from(entry, (cell) => (Number.isNaN(cell) ? null : cell));
      return entry;
    },
    2,
  );
}
