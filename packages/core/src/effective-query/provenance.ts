import type { QueryObject } from '../query-object.ts';
import { stableJson } from '../stable-json.ts';
import type { Source } from './sources.ts';

/** One part of an effective query: a field, or one item of a field that is a list. */
export type Part = {
  /** Position of the query among those of the chart. */
  readonly query: number;
  /** `filters`, `time_range`, `extras.where` … */
  readonly path: string;
  /** Position in the list; null for a field that is one value. */
  readonly index: number | null;
  readonly value: unknown;
  /** Where it comes from, one for all but SQL conditions, which several sources make together. */
  readonly sources: readonly Source[];
};

/** The queries with one source added to those before it. */
export type Layer = { readonly source: Source; readonly queries: readonly QueryObject[] };

/** Conditions in SQL are joined to one text; every source that changed it has a part in it. */
const JOINED: ReadonlySet<string> = new Set(['extras.where', 'extras.having']);

/**
 * Every part of the last layer's queries with where it comes from: the source after which it is there and stays. What
 * a chart type makes of its form is not known here; that a part appears with a source is enough.
 *
 * @param layers From the chart to the last source; not empty.
 */
export function partsOf(layers: readonly Layer[]): readonly Part[] {
  return (layers.at(-1)?.queries ?? []).flatMap((query, at) => {
    const before = layers.map(({ queries }) => fieldsOf(queries[at] ?? {}));
    return [...fieldsOf(query)].flatMap(([path, value]) => {
      const values = before.map((fields) => fields.get(path));
      const isList = Array.isArray(value) && value.length > 0;
      return (isList ? itemParts(value, values) : [fieldPart(path, value, values)]).map(({ from, ...part }) => ({
        query: at,
        path,
        ...part,
        sources: from.flatMap((layer) => layers[layer]?.source ?? []),
      }));
    });
  });
}

/** `from`: positions of layers. */
type Found = Pick<Part, 'index' | 'value'> & { readonly from: readonly number[] };

/** Fields of a query that say something, those of `extras` by their own names. */
function fieldsOf(query: QueryObject): ReadonlyMap<string, unknown> {
  const { extras, ...fields } = query;
  return new Map(
    [
      ...Object.entries(fields),
      ...Object.entries(extras ?? {}).map(([key, value]): [string, unknown] => [`extras.${key}`, value]),
    ].filter(([, value]) => value !== undefined),
  );
}

function fieldPart(path: string, value: unknown, values: readonly unknown[]): Found {
  if (values.length === 1) return { index: null, value, from: [0] };
  const texts = values.map((one) => stableJson(one));
  const changes = texts.flatMap((text, layer) => (layer > 0 && text !== texts[layer - 1] ? [layer] : []));
  if (!JOINED.has(path))
    return { index: null, value, from: [texts.findLastIndex((text) => text !== texts.at(-1)) + 1] };
  // What the chart left empty is not its part of the text, unless nobody wrote any.
  return { index: null, value, from: values[0] || changes.length === 0 ? [0, ...changes] : changes };
}

/** Equal items are distinguished by their count: the second of two was added by whoever made it two. */
function itemParts(value: readonly unknown[], values: readonly unknown[]): readonly Found[] {
  if (values.length === 1) return value.map((item, index) => ({ index, value: item, from: [0] }));
  const texts = values.map((list) => (Array.isArray(list) ? list.map((item) => stableJson(item)) : []));
  const seen = new Map<string, number>();
  return value.map((item, index) => {
    const text = stableJson(item);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    const without = texts.findLastIndex((list) => list.filter((other) => other === text).length < count);
    return { index, value: item, from: [without + 1] };
  });
}
