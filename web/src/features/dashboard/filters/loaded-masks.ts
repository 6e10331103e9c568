import { parseRisonOrJson } from '@tessera/core/rison';
import type { Layout } from '@tessera/core/layout/types';
import { chartIdsOf } from '@tessera/core/layout/charts';

/** Masks as a link brings them, by filter or chart. */
export type LoadedMasks = Readonly<Record<string, unknown>>;

/** What an address says of the filters; `isUnread`: it says something that nobody can read (ruling 42 g). */
export type AddressedMasks = { readonly masks: LoadedMasks | null; readonly isUnread: boolean };

const nothing: AddressedMasks = { masks: null, isUnread: false };

/** `native_filters`: masks in rison, or in JSON. */
export function readAddressedMasks(text: string | null): AddressedMasks {
  if (text === null || text === '') return nothing;
  const masks = recordOf(parsed(text));
  return masks === null ? { masks: null, isUnread: true } : { masks, isUnread: false };
}

/** The value of a stored filter state. */
export function readStoredMasks(text: string): LoadedMasks | null {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * `preselect_filters`: values by chart and column, of dashboards with filter boxes. They act as selections on those
 * charts did: each on every other chart.
 */
export function readPreselected(text: string | null, layout: Layout): AddressedMasks {
  if (text === null || text === '') return nothing;
  const byChart = recordOf(parsed(text));
  if (byChart === null) return { masks: null, isUnread: true };
  const placed = new Set(chartIdsOf(layout).map(String));
  const masks = Object.entries(byChart).flatMap(([id, columns]) => {
    const filters = Object.entries(recordOf(columns) ?? {}).flatMap(([col, val]) =>
      val === null || col.startsWith('__') ? [] : [{ col, op: 'IN', val: Array.isArray(val) ? val : [val] }],
    );
    if (!placed.has(id) || filters.length === 0) return [];
    const value = filters.flatMap((filter) => filter.val);
    return [[id, { id, extraFormData: { filters }, filterState: { value, label: value.map(String).join(', ') } }]];
  });
  return { masks: masks.length === 0 ? null : Object.fromEntries(masks), isUnread: false };
}

function parsed(text: string): unknown {
  const read = parseRisonOrJson(text);
  return read.ok ? read.value : null;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
