import type { RawForm } from '../form-data.ts';

/** What values are called. */
export type LabelOptions = {
  /** Moments stand as epoch milliseconds. */
  readonly isTemporal?: boolean;
};

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The name of one value: NULL in brackets, flags in capitals, a moment as finely as `grainMs` asks. */
export function valueLabel(value: unknown, { isTemporal = false }: LabelOptions = {}, isFine = false): string {
  if (value === null || value === undefined) return '<NULL>';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return isTemporal ? momentLabel(value, isFine) : String(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The names of chosen values, beside each other. */
export function valuesLabel(values: readonly unknown[], options: LabelOptions = {}): string {
  return values.map((value) => valueLabel(value, options)).join(', ');
}

/** A moment as far as it says something: a year, a day, a minute, a second. UTC. */
function momentLabel(ms: number, isFine: boolean): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return String(ms);
  const iso = date.toISOString();
  if (!isFine && ms % DAY_MS === 0 && iso.slice(5, 10) === '01-01') return iso.slice(0, 4);
  if (!isFine && ms % DAY_MS === 0) return iso.slice(0, 10);
  const minutes = iso.slice(0, 16).replace('T', ' ');
  return ms % MINUTE_MS === 0 ? minutes : iso.slice(0, 19).replace('T', ' ');
}

/** What a state is called on badges and in the bar; null where it says nothing. */
export function stateLabel(state: RawForm | undefined): string | null {
  if (state === undefined) return null;
  const { label, value } = state;
  if (typeof label === 'string' && label !== '') return label;
  if (value === undefined || value === null) return null;
  const values = (Array.isArray(value) ? value : [value]).flat();
  return values.length === 0 ? null : valuesLabel(values);
}
