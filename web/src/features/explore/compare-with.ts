import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { readList, readText } from '@tessera/viz/control-kinds/read';
import type { AnyViz } from '@tessera/viz/erase';
import { referenceLine, storedOf } from '../../controls/annotation-draft.ts';

/** What the picture may be compared with in one press. */
export type CompareWith = 'none' | 'period' | 'year' | 'other';

export const YEAR_AGO = '1 year ago';
/** What marks the line of the target, whatever somebody calls it. */
const TARGET = 'target';

/** Whether a chart type has a place for another time beside the present one. */
export function comparesTimes({ controls }: Pick<AnyViz, 'controls'>): boolean {
  return controls['time_compare']?.kind === 'select_many' && controls['comparison_type'] !== undefined;
}

/** Whether it draws the line of a target. */
export function hasTarget({ controls }: Pick<AnyViz, 'controls'>): boolean {
  return controls['annotation_layers'] !== undefined;
}

/** What the settings compare with now. */
export function comparedWith(form: RawForm, period: string | null): CompareWith {
  const [only, ...others] = readList(form['time_compare'], readText);
  if (only === undefined) return 'none';
  if (others.length > 0) return 'other';
  return only === YEAR_AGO ? 'year' : only === period || only === 'inherit' ? 'period' : 'other';
}

/** The other times of a choice, as the setting holds them. */
export function offsetsFor(choice: Exclude<CompareWith, 'other'>, period: string | null): readonly string[] {
  if (choice === 'year') return [YEAR_AGO];
  return choice === 'period' && period !== null ? [period] : [];
}

/** The target that is drawn: the number of the line of that name; null for none. */
export function targetOf(form: RawForm): number | null {
  const value = Number(layersOf(form).find(isTarget)?.['value'] ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}

/** The layers with the line of a target, or without one; the others stay as they are. */
export function withTarget(form: RawForm, target: number | null): readonly RawForm[] {
  const layers = layersOf(form);
  const others = layers.filter((layer) => !isTarget(layer));
  if (target === null) return others;
  const before = layers.find(isTarget);
  const line = before ?? storedOf({ ...referenceLine(target), name: t('Target') }, { role: TARGET });
  return [...others, { ...line, value: String(target) }];
}

function layersOf(form: RawForm): readonly RawForm[] {
  const layers = form['annotation_layers'];
  return Array.isArray(layers) ? layers.filter((layer): layer is RawForm => typeof layer === 'object' && !!layer) : [];
}

function isTarget(layer: RawForm): boolean {
  return layer['annotationType'] === 'FORMULA' && layer['role'] === TARGET;
}
