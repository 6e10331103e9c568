import type { BuildQueryCase } from '@tessera/core/fixtures/build-query';
import { expect, test } from 'vitest';
import type { Controls, VizPlugin } from '../define.ts';
import { erase } from '../erase.ts';

/** Ask what each form asks and compare with the query objects that clients of the API know. */
export function queryTests<C extends Controls, Model>(
  plugin: VizPlugin<C, Model>,
  cases: readonly BuildQueryCase[],
): void {
  const viz = erase(plugin);
  test.each(cases)('$type asks what fixtures/queries.ts says: $name', ({ type, form, ownState, queries }) => {
    expect(type, 'type in fixtures/queries.ts').toBe(viz.type);
    expect(viz.buildQueries(form, { ownState })).toEqual(queries);
  });
}
