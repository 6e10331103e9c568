import { defineKind } from './kind.ts';
import { toNumber } from './read.ts';

/** A number between two ends. */
export type SliderControl = {
  readonly kind: 'slider';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
};

export const slider = defineKind<SliderControl, number>({
  read: (value, { min, max }) => {
    const number = toNumber(value);
    return number === null ? undefined : Math.min(max, Math.max(min, number));
  },
  empty: (control) => control.default,
  initial: (control) => control.default,
});
