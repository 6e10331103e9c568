import type { RawForm } from '@tessera/core/form-data';
import type { Choice, PanelContext } from '../panel.ts';
import { defineKind } from './kind.ts';
import { complainOfNumber } from './number-text.ts';
import { readInteger, toNumber } from './read.ts';

/** One of some choices, or what is typed where typing is allowed. */
export type SelectControl = {
  readonly kind: 'select';
  readonly choices: readonly Choice[];
  readonly default: string | number | boolean | null;
  readonly freeForm?: 'text' | 'integer' | 'number';
  readonly clearable?: boolean;
  /** Choices as earlier charts have them stored, and what they are called now. */
  readonly earlier?: Readonly<Record<string, string | null>>;
  /** Choices that follow the form; see `choicesOf`. */
  readonly choicesFor?: (form: RawForm, panel: PanelContext) => readonly Choice[];
  /** The choices are names of columns or metrics. */
  readonly ofNames?: boolean;
};

/** Without typing the value is one of the choices, to the letter. */
export type SelectValue<C> = C extends { choicesFor: unknown } | { freeForm: 'text' }
  ? string | null
  : C extends { freeForm: 'integer' | 'number' }
    ? number | null
    : C extends { choices: readonly { readonly value: infer V }[] }
      ? V
      : never;

export const select = defineKind<SelectControl, Choice['value']>({
  read: readSelect,
  empty: (control) => control.default,
  initial: (control) => control.default,
  complain: (value, { freeForm }) =>
    freeForm === 'integer' || freeForm === 'number' ? complainOfNumber(value, freeForm) : [],
  // A name may be the label of a written metric, so one that is not known stays.
  remap: (value, names, control) => {
    const current = readSelect(value, control) ?? null;
    if (control.ofNames !== true || typeof current !== 'string') return { value: current, isWhole: true };
    return { value: names.column(current) ?? names.metric(current) ?? current, isWhole: true };
  },
});

function readSelect(given: unknown, control: SelectControl): Choice['value'] | undefined {
  // Charts from elsewhere store one choice as a list of it.
  const value: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (control.freeForm === 'integer') return value === null ? null : readInteger(value);
  if (control.freeForm === 'number') return value === null ? null : (toNumber(value) ?? undefined);
  if (control.freeForm === 'text' || control.choicesFor)
    return value === null || typeof value === 'string' ? value : undefined;
  const { earlier = {} } = control;
  const found = (wanted: unknown) => control.choices.find((choice) => choice.value === wanted)?.value;
  if (typeof value !== 'string' || !Object.hasOwn(earlier, value)) return found(value);
  // Where types write a choice in two ways, what is earlier of one is a choice of the other.
  return found(value) ?? found(earlier[value]);
}
