import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBirths, type Births } from '../testing/births.ts';
import { analyst, testPipeline } from '../testing/pipeline.ts';

let births: Births;
beforeAll(async () => {
  births = await buildBirths('duckdb');
});
afterAll(() => births.close());

test('[attack 61] thousands of queries of one person, all of them kept, let the server and others in between', async () => {
  const { pipeline, ask } = testPipeline(births);
  const query = { columns: ['gender'], metrics: ['count'] };
  await ask(query);
  const many = { actor: analyst, context: { datasource: { id: 17, type: 'table' }, queries: Array.from({ length: 50 }, () => query) }, cache: { force: false, staleOkSeconds: 0, requestTimeout: null, chartTimeout: null }, signal: new AbortController().signal };
  const state = { ended: 0, turns: 0 };
  const everything = Promise.all(Array.from({ length: 40 }, () => pipeline.answers(many).then(() => (state.ended += 1))));
  const turning = (): void => {
    state.turns += 1;
    if (state.ended < 40) setImmediate(turning);
  };
  setImmediate(turning);
  await ask(query, { actor: { ...analyst, userId: 6, username: 'bo' } });
  expect(state.ended).toBe(0);
  await everything;
  expect(state.turns).toBeGreaterThan(60);
});
