import type { RawForm } from '@tessera/core/form-data';

const QUERY_SUFFIX = '_b';
const LOOK_SUFFIX = 'B';

/** The form of the first query: without the keys of the second. */
export function firstForm(raw: RawForm): RawForm {
  return Object.fromEntries(Object.entries(raw).filter(([key]) => !key.endsWith(QUERY_SUFFIX)));
}

/** The form of the second query: its own keys under plain names, and what both share. */
export function secondForm(raw: RawForm): RawForm {
  return renamed(raw, (key) => key.endsWith(QUERY_SUFFIX), QUERY_SUFFIX.length);
}

/** The looks of the second query under plain names. */
export function styledForm(raw: RawForm): RawForm {
  return renamed(raw, (key) => LOOKS.has(key), LOOK_SUFFIX.length);
}

/** Only these end in a capital B because they are of the second query. */
const LOOKS = new Set(
  ['seriesType', 'stack', 'area', 'show_value', 'opacity', 'markerEnabled', 'markerSize', 'yAxisIndex'].map(
    (key) => `${key}${LOOK_SUFFIX}`,
  ),
);

function renamed(raw: RawForm, isOwn: (key: string) => boolean, length: number): RawForm {
  const entries = Object.entries(raw);
  const own = entries.filter(([key]) => isOwn(key)).map(([key, value]) => [key.slice(0, -length), value] as const);
  return Object.fromEntries([...entries.filter(([key]) => !isOwn(key)), ...own]);
}
