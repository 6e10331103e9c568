import type { Choice } from '../panel.ts';
import { defineKind } from './kind.ts';
import { readList, readText } from './read.ts';

/** Any number of some choices, or what is typed where typing is allowed. */
export type SelectManyControl = {
  readonly kind: 'select_many';
  readonly choices: readonly Choice[];
  readonly freeForm?: boolean;
};

export const selectMany = defineKind<SelectManyControl, readonly string[]>({
  read: (value, { choices, freeForm }) =>
    readList(value, readText).filter((one) => freeForm === true || choices.some((choice) => choice.value === one)),
  empty: () => [],
  initial: () => [],
});
