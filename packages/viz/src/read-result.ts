import type { Additivities } from '@tessera/core/additivity';
import type { ComparedRange, QueryResult } from './define.ts';
import { readTable } from './read-table.ts';

/**
 * One entry of a chart-data answer as it travels: `asShown` moves its moments to the clock that drawings have. What is
 * missing or of another shape is read as absent.
 */
export function readQueryResult(json: unknown): QueryResult {
  const result = asRecord(json);
  const unplaced = asList(result['unplaced']).filter((name) => typeof name === 'string');
  const unmatched = readUnmatched(result['unmatched']);
  const compared = readCompared(result['compared']);
  return {
    table: readTable({
      colnames: asList(result['colnames']).map(String),
      coltypes: asList(result['coltypes']).map(Number),
      data: asList(result['data']) as readonly Readonly<Record<string, unknown>>[],
    }),
    labelMap: asRecord(result['label_map']) as QueryResult['labelMap'],
    fromMs: asNumber(result['from_dttm']),
    toMs: asNumber(result['to_dttm']),
    additivity: asRecord(result['additivity']) as Additivities,
    ...(unplaced.length > 0 && { unplaced }),
    ...(unmatched.length > 0 && { unmatched }),
    ...(compared.length > 0 && { compared }),
    moments: result['moments'] as QueryResult['moments'],
    timeZone: typeof result['time_zone'] === 'string' && result['time_zone'] !== '' ? result['time_zone'] : null,
    // Rows of an extract are as old as the reading of their source.
    ranAtMs:
      readMoment(result['extract_dttm']) ?? readMoment(result['cached_dttm']) ?? readMoment(result['queried_dttm']),
  };
}

function readCompared(value: unknown): readonly ComparedRange[] {
  return asList(value).flatMap((one) => {
    const { offset, from_dttm: from, to_dttm: to, rowcount } = asRecord(one);
    return typeof offset === 'string'
      ? [{ offset, fromMs: asNumber(from), toMs: asNumber(to), rowCount: asNumber(rowcount) }]
      : [];
  });
}

function readUnmatched(value: unknown): NonNullable<QueryResult['unmatched']> {
  return asList(value).flatMap((one) => {
    const { offset, count, of } = asRecord(one);
    return typeof offset === 'string' && typeof count === 'number' && typeof of === 'number'
      ? [{ offset, count, of }]
      : [];
  });
}

/** Epoch milliseconds, or text of a moment, which is in UTC where it does not say otherwise. */
export function readMoment(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return null;
  const epochMs = Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(value) ? value : `${value.replace(' ', 'T')}Z`);
  return Number.isNaN(epochMs) ? null : epochMs;
}

/** A finite number; null for anything else. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A record; an empty one for anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** A list; an empty one for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
