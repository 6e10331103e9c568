import { argument, flagArgument, MacroError, type Macro } from './macro.ts';
import { literalOf } from './literals.ts';

/**
 * `['a', 'b'] | where_in`: a list in brackets with the quoting of the dialect; empty gives `()`, or none when asked.
 */
const whereIn: Macro = (call, run) => {
  const list = call.positional[0];
  const values = Array.isArray(list) ? list : [list];
  if (values.length === 0) return flagArgument(call, 1, 'default_to_none', false) ? null : '()';
  return run.pieceOf(`(${values.map((value) => literalOf(run.data.dialect, value)).join(', ')})`);
};

/** `'2024-01-31 10:00:00' | to_datetime(format)`: the instant as text `YYYY-MM-DD HH:MM:SS`; empty gives none. */
const toDatetime: Macro = (call) => {
  const text = call.positional[0];
  if (text === null || text === undefined || text === '') return null;
  if (typeof text !== 'string') throw new MacroError('to_datetime: the value must be a text.');
  const bare = text.replace(/^(['"])(.*)\1$/, '$2');
  const format = argument(call, 1, 'format');
  const read = readDateTime(bare, typeof format === 'string' ? format : '%Y-%m-%d %H:%M:%S');
  if (read === null) throw new MacroError(`to_datetime: "${bare}" does not fit the format.`);
  return read;
};

const digits: Readonly<Record<string, string>> = {
  Y: '(?<Y>\\d{4})',
  m: '(?<m>\\d{1,2})',
  d: '(?<d>\\d{1,2})',
  H: '(?<H>\\d{1,2})',
  M: '(?<M>\\d{1,2})',
  S: '(?<S>\\d{1,2})',
  f: '(?<f>\\d{1,6})',
};

function readDateTime(text: string, format: string): string | null {
  const pattern = format
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/%(\w)/g, (code, letter: string) => digits[letter] ?? code);
  const parts = new RegExp(`^${pattern}$`).exec(text)?.groups;
  if (!parts) return null;
  const two = (part: string | undefined, fallback: string) => (part ?? fallback).padStart(2, '0');
  const date = `${parts['Y'] ?? '1900'}-${two(parts['m'], '01')}-${two(parts['d'], '01')}`;
  const time = `${two(parts['H'], '00')}:${two(parts['M'], '00')}:${two(parts['S'], '00')}`;
  const at = Date.parse(`${date}T${time}Z`);
  // The clock would roll 31 February over to March; what was written is then no date.
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(`${date}T${time}`) ? null : `${date} ${time}`;
}

export const valueFilters: Readonly<Record<string, Macro>> = { where_in: whereIn, to_datetime: toDatetime };
