import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueryObject } from '@tessera/core/query-object';
import { buildBirths, type Births } from '../testing/engines/births.ts';
import { analyst, testPipeline } from '../testing/pipeline.ts';
import { bytesOf } from './values/chunks.ts';
import type { DataRequest } from './pipeline.ts';

let births: Births;
beforeAll(async () => {
  births = await buildBirths('duckdb');
});
afterAll(() => births.close());

const requestOf = (queries: readonly QueryObject[]): DataRequest => ({
  principal: analyst,
  context: { datasource: { id: 17, type: 'table' }, queries: [...queries] },
  cache: { force: false, staleOkSeconds: 0, requestTimeout: null, chartTimeout: null },
  signal: new AbortController().signal,
});

test('[attack 61] thousands of cached queries of one user let others in between', async () => {
  const { pipeline, ask } = testPipeline(births);
  const query = { columns: ['gender'], metrics: ['count'] };
  await ask(query);
  const many = requestOf(Array.from({ length: 50 }, () => query));
  const state = { ended: 0, turns: 0 };
  const everything = Promise.all(
    Array.from({ length: 40 }, () => pipeline.answers(many).then(() => (state.ended += 1))),
  );
  const turning = (): void => {
    state.turns += 1;
    if (state.ended < 40) setImmediate(turning);
  };
  setImmediate(turning);
  await ask(query, { principal: { ...analyst, userId: 6, username: 'bo' } });
  expect(state.ended).toBe(0);
  await everything;
  expect(state.turns).toBeGreaterThan(60);
});

test('[F42] the answers of one request hold together what one result may; the same answer counts once', async () => {
  const { pipeline } = testPipeline(births, { resultMb: 1 });
  const rows = (offset: number): QueryObject => ({
    columns: [{ sqlExpression: "repeat('x', 3000)", label: 'long' }, 'name'],
    row_limit: 500,
    row_offset: offset,
  });
  const [one = []] = await pipeline.answers(requestOf([rows(0)]));
  await pipeline.answers(requestOf([rows(0)]));
  expect(bytesOf(one)).toBeGreaterThan(300_000);
  expect(await pipeline.answers(requestOf([rows(0), rows(0), rows(0), rows(0), rows(0)]))).toHaveLength(5);
  await expect(pipeline.answers(requestOf([0, 1, 2, 3, 4].map(rows)))).rejects.toMatchObject({
    code: 'result_too_large',
    params: { megabytes: 1 },
  });
});
