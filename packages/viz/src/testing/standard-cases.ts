import type { RawForm } from '@tessera/core/form-data';
import type { Cell } from '@tessera/core/table';
import type { QueryResult } from '../define.ts';
import type { AnyViz } from '../erase.ts';
import type { DrawCase } from './draw-case.ts';

/** Names that try what a text can do to a drawing. */
export const HOSTILE_NAMES = [
  '<script>alert(1)</script>',
  '__proto__',
  '{b} "quoted" & <b>bold</b>\nand a name that goes on and on and on',
  '💥 日本語',
  '',
] as const;

type Answer = (names: readonly Cell[], values: readonly (number | null)[]) => readonly QueryResult[];

/**
 * The awkward cases that every type has, for types that show a value by name: `answer` makes results of names and
 * values of one length.
 */
export function standardCases(viz: AnyViz, form: RawForm, answer: Answer): readonly DrawCase[] {
  const carriers = ['Southwest', 'Delta', 'United', 'American', 'JetBlue', 'Alaska'];
  const basic = answer(carriers, [412_000, 305_000, 254_000, 188_000, 96_000, 61_500]);
  const places = Array.from({ length: 60 }, (_, at) => `Place number ${at + 1}`);
  const amounts = places.map((_, at) => Math.round(120_000 / (at + 1.4)));
  const names = Array.from({ length: 10_000 }, (_, at) => `Name ${at + 1}`);
  const sizes = names.map((_, at) => Math.round(1e9 / (at + 1)));
  const long = carriers.map((name) => `${name} and all of its regional partners under one name`);
  const made = (name: string, results: readonly QueryResult[], more: Partial<DrawCase> = {}): DrawCase => ({
    viz,
    name,
    form,
    results,
    ...more,
  });
  return [
    made('basic', basic),
    made('dark', basic, { dark: true }),
    made('many', answer(places, amounts)),
    made('empty', answer([], [])),
    made('nulls', answer([null, 'Delta', 'United', ''], [30, null, 50, 20])),
    made('all-null', answer(['Southwest', 'Delta'], [null, null])),
    made('negative', answer(['Gain', 'Loss', 'More', 'Debt'], [30, -20, 25, -5])),
    made('hostile', answer([...HOSTILE_NAMES], [5, 4, 3, 2, 1])),
    made('huge', answer(carriers, [9.1e17, 4.2e15, 3.3e12, 8.8e9, 1.5e-7, 0])),
    made('ten-thousand', answer(names, sizes), { isLarge: true }),
    made('one-row', answer(['Delta'], [7])),
    made('long-names', answer(long, [412_000, 305_000, 254_000, 188_000, 96_000, 61_500])),
    made('card', basic, { size: [300, 200] }),
    made('phone', basic, { size: [358, 240] }),
  ];
}
