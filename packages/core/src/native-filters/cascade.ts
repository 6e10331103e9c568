import { mergeExtraFormData, type DataMask, type ExtraFormData } from '../filters/data-mask.ts';
import type { NativeFilter } from './definition.ts';

type Links = Pick<NativeFilter, 'id' | 'parentIds'>;

/** Every filter that limits the values of one, near ones first; a circle ends where it began. */
export function ancestorsOf<Filter extends Links>(filter: Links, all: readonly Filter[]): readonly Filter[] {
  const byId = new Map(all.map((one) => [one.id, one]));
  const found = new Map<string, Filter>();
  const waiting = [...filter.parentIds];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const parent = byId.get(id);
    if (!parent || id === filter.id || found.has(id)) continue;
    found.set(id, parent);
    waiting.push(...parent.parentIds);
  }
  return [...found.values()];
}

/** Filters whose values follow from this one, at whatever distance. */
export function dependentsOf<Filter extends Links>(filter: Links, all: readonly Filter[]): readonly Filter[] {
  return all.filter((one) => one.id !== filter.id && ancestorsOf(one, all).some(({ id }) => id === filter.id));
}

/** Whether what a filter depends on leads into a circle. `map`: by filter, those that it depends on. */
export function hasCircle(map: Readonly<Record<string, readonly string[]>>, from: string): boolean {
  const done = new Set<string>();
  const path = new Set<string>();
  const leads = (id: string): boolean => {
    if (path.has(id)) return true;
    if (done.has(id)) return false;
    path.add(id);
    const isCircle = (Object.hasOwn(map, id) ? (map[id] ?? []) : []).some(leads);
    path.delete(id);
    done.add(id);
    return isCircle;
  };
  return leads(from);
}

/** What limits the values of a filter: the masks of all that it depends on. */
export function limitsOf(
  filter: Links,
  all: readonly Links[],
  masks: Readonly<Record<string, Pick<DataMask, 'extraFormData'> | undefined>>,
): ExtraFormData {
  // Far ones first: a nearer time range wins over one that is further away.
  return mergeExtraFormData(
    ancestorsOf(filter, all)
      .toReversed()
      .flatMap(({ id }) => masks[id]?.extraFormData ?? []),
  );
}
