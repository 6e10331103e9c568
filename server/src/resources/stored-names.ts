import { DERIVED_SETTINGS } from '@tessera/core/dashboard/document';
import { printExactJson } from '@tessera/core/exact-json';
import { isObject, parseJson } from './dashboards/json-metadata.ts';

/** Settings without the names that pages stored by themselves; colours that an author chose for names stay. */
export function withoutNamesOfRows(text: string | null): string | null {
  const settings = text === null ? null : parseJson(text);
  // What nobody can read cannot be looked through.
  if (!isObject(settings)) return null;
  return printExactJson(Object.fromEntries(Object.entries(settings).filter(([key]) => !DERIVED_SETTINGS.has(key))));
}
