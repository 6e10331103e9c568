import { LRUCache } from 'lru-cache';
import type { Question } from '@tessera/query/containment/answer-from';
import { cubeShape } from '@tessera/query/cube/cube';
import type { Plan } from '../plan/plan.ts';
import { tableBytes } from '../values/encode.ts';
import type { Results } from './results.ts';

/** A cached result that was made for filters to come. */
type Cube = Question & {
  /** Its key among the results. */
  readonly key: string;
};

/** The cubes of accelerated datasets, as far as their results are cached here. */
export type Cubes = {
  /**
   * The result under the key of `cube` answers `asked` under filters that may come.
   * @param owner  Who wanted it: each has few, the oldest goes first
   */
  readonly keep: (owner: string, asked: Plan, cube: Cube) => void;
  /** Cubes that may answer a query, whatever its filters are; the latest first. */
  readonly of: (asked: Plan) => readonly Cube[];
};

/** Charts of a dashboard that one user is on, for the last charts that the pointer rested on. */
const MAX_EACH = 72;
const MAX_OWNERS = 2_000;
/** Cubes of one query: by the charts that may filter it. */
const MAX_OF_ONE = 4;

/** @param maxBytes  Of all users together: a part of what results may take, so that they leave room for others */
export function createCubes(results: Pick<Results, 'peek' | 'forget'>, maxBytes: number): Cubes {
  const byShape = new Map<string, readonly Cube[]>();
  const shapes = new Map<string, ReadonlySet<string>>();
  const drop = (key: string): void => {
    for (const shape of shapes.get(key) ?? []) {
      const left = (byShape.get(shape) ?? []).filter((one) => one.key !== key);
      if (left.length === 0) byShape.delete(shape);
      else byShape.set(shape, left);
    }
    shapes.delete(key);
    results.forget(key);
  };
  const kept = new LRUCache<string, number>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    dispose: (_, key, reason) => {
      if (reason !== 'set') drop(key);
    },
  });
  const owned = new LRUCache<string, readonly string[]>({ max: MAX_OWNERS });

  return {
    keep: (owner, asked, { key, query, temporal }) => {
      const table = results.peek(key)?.table;
      if (!table) return;
      const own = [key, ...(owned.get(owner) ?? []).filter((one) => one !== key)];
      for (const old of own.slice(MAX_EACH)) kept.delete(old);
      owned.set(owner, own.slice(0, MAX_EACH));
      const shape = shapeOf(asked);
      const others = (byShape.get(shape) ?? []).filter((one) => one.key !== key);
      byShape.set(shape, [{ key, query, temporal }, ...others].slice(0, MAX_OF_ONE));
      for (const old of others.slice(MAX_OF_ONE - 1)) kept.delete(old.key);
      shapes.set(key, new Set([...(shapes.get(key) ?? []), shape]));
      kept.set(key, 1, { size: Math.max(1, tableBytes(table)) });
      if (!kept.has(key)) drop(key);
    },
    of: (asked) => (asked.dataset.reads === 'extract' && byShape.size > 0 ? (byShape.get(shapeOf(asked)) ?? []) : []),
  };
}

/** Rules on rows and the version of the extract are in it: nobody finds the cube of another. */
function shapeOf({ query, dataset, versionKey }: Plan): string {
  return JSON.stringify([versionKey, dataset.databaseId, dataset.timeZone, cubeShape(query)]);
}
