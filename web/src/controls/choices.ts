import type { Control } from '@tessera/viz/define';

/**
 * The value that a select keeps: one of its choices, or whatever was typed where typing is allowed.
 * A value that is no longer among fixed choices is dropped for the default ([5.0-04]).
 */
export function readChoice(
  control: Extract<Control, { kind: 'select' | 'segmented' }>,
  value: unknown,
): string | number | boolean | null {
  if (value === undefined) return control.default;
  const known = control.choices.find((choice) => choice.value === value);
  if (known) return known.value;
  if (value === null) return control.kind === 'select' && control.clearable === true ? null : control.default;
  if (
    control.kind === 'select' &&
    control.freeForm !== undefined &&
    (typeof value === 'string' || typeof value === 'number')
  )
    return value;
  return control.default;
}

/** Opacity lies between 0 and 1 ([5.0-08]). */
export function isOpacity(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
