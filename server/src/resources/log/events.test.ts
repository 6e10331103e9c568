import { expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { readEvents } from './events.ts';
import { MAX_EVENTS } from './schema.ts';

const explode = { explode: 'events' };

test('[6.0-06] [7.7-01] events come as a list or as the text of a form, with the object they are about', () => {
  const events = [
    { event_name: 'mount_dashboard', source: 'dashboard', source_id: 7, duration: 12.5 },
    { event_name: 'load_chart', slice_id: '3' },
  ];
  const want = [
    {
      action: 'mount_dashboard',
      dashboardId: 7,
      sliceId: null,
      datasetId: null,
      durationMs: 12.5,
      json: JSON.stringify(events[0]),
    },
    {
      action: 'load_chart',
      dashboardId: null,
      sliceId: 3,
      datasetId: null,
      durationMs: null,
      json: JSON.stringify(events[1]),
    },
  ];
  expect(readEvents({ events }, explode)).toEqual(want);
  expect(readEvents({ events: JSON.stringify(events), guest_token: 'secret' }, explode)).toEqual(want);
});

test('[7.7-01] the address may name the dashboard or the chart', () => {
  expect(readEvents({ events: [{ event_name: 'x' }] }, { ...explode, dashboard_id: 4 })).toMatchObject([
    { dashboardId: 4 },
  ]);
  expect(readEvents({ events: [{ event_name: 'x' }] }, { ...explode, slice_id: 5 })).toMatchObject([{ sliceId: 5 }]);
  expect(
    readEvents(
      {
        events: [
          { event_name: 'x', source: 'dataset', source_id: 6 },
          { event_name: 'x', dataset_id: '8' },
        ],
      },
      explode,
    ),
  ).toMatchObject([{ datasetId: 6 }, { datasetId: 8 }]);
});

test('[9.0-33] at most 1024 events in one call', () => {
  const many = (count: number) => ({ events: Array.from({ length: count }, () => ({ event_name: 'x' })) });
  expect(readEvents(many(MAX_EVENTS), explode)).toHaveLength(1024);
  expect(() => readEvents(many(MAX_EVENTS + 1), explode)).toThrow(AppError);
});

test('tokens, line breaks and oversized events do not reach the log', () => {
  const [event] = readEvents(
    { events: [{ event_name: 'a\nb\u001b[31m', guest_token: 'secret', text: 'x'.repeat(20_000) }] },
    explode,
  );
  expect(event?.action).toBe('a b [31m');
  expect(event?.json).not.toContain('secret');
  expect(event?.json.length).toBeLessThan(200);
});

test.each([{ events: 'not json' }, { events: { a: 1 } }, { events: [1] }])('%j is refused', (body) => {
  expect(() => readEvents(body, explode)).toThrow(AppError);
});
