import { expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { anonymous } from '../../principal.ts';
import { createUnreadAnswers } from '../../http/unread-answers.ts';
import { testMetadata } from '../../testing/test-metadata.ts';
import { createSharedScans } from '../../chart-data/cache/shared-scans.ts';
import { createChartDataCalls } from './calls.ts';
import type { ChartDataService } from './service.ts';
import { createStops } from './stops.ts';

test('the requests of a batch begin in ticks of the event loop of their own', async () => {
  const metadata = await testMetadata();
  let turn = 0;
  const startedIn: number[] = [];
  const data = { answers: async () => (startedIn.push(turn), [[Buffer.from('{}')]]) } satisfies Pick<
    ChartDataService,
    'answers'
  >;
  const unused = async (): Promise<never> => Promise.reject(new AppError('not_found', {}));
  const calls = createChartDataCalls({
    data: {
      ...data,
      cachedAnswers: unused,
      annotations: unused,
      downloads: unused,
      savedContext: unused,
      samples: unused,
      unsavedSamples: unused,
      values: unused,
      anyOf: unused,
      prepareCubes: unused,
      announce: createSharedScans().announce,
    },
    mayReadDataset: async () => true,
    mayEditDataset: async () => true,
    dialectOf: async () => null,
    db: metadata.db,
    unread: createUnreadAnswers({ maxBytes: 1_000_000 }),
    stops: createStops(),
  });
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const requests = Array.from({ length: 20 }, (_, id) => ({ id, datasource: { id: 1, type: 'table' }, queries: [{}] }));
  const lines: string[] = [];
  try {
    for await (const line of calls.batch(
      { requests },
      {
        principal: anonymous,
        addressed: {},
        signal: new AbortController().signal,
        asTold: () => new AppError('not_found', {}),
      },
    ))
      lines.push(Buffer.concat([...line]).toString());
  } finally {
    isOver = true;
    await metadata.close();
  }
  expect(
    lines
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).status),
  ).toEqual(requests.map(() => 200));
  expect(new Set(startedIn).size).toBe(requests.length);
});
