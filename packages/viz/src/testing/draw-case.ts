import type { Additivities, Additivity } from '@tessera/core/additivity';
import type { RawForm } from '@tessera/core/form-data';
import type { QueryResult } from '../define.ts';
import type { AnyViz } from '../erase.ts';

/** One picture: form and results in, option or model and SVG out. */
export type DrawCase = {
  readonly viz: AnyViz;
  readonly name: string;
  readonly form: RawForm;
  readonly results: readonly QueryResult[];
  /** Whether its metrics add up, all alike or by label; they do unless the case says otherwise. */
  readonly additivity?: Additivity | Additivities;
  readonly dark?: boolean;
  readonly size?: readonly [number, number];
  /** Too large for a file, or of no picture worth one: it is drawn, and only its faults are looked for. */
  readonly isLarge?: boolean;
};
