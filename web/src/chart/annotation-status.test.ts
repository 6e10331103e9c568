import { expect, test } from 'vitest';
import { ApiError, timeoutError } from '../api/api-error.ts';
import {
  annotationDataOf,
  annotationErrorsOf,
  annotationReducer,
  noAnnotations,
  type AnnotationStates,
} from './annotation-status.ts';

const records = { columns: ['a'], records: [{ a: 1 }] };
const started = annotationReducer(noAnnotations, { type: 'annotations_started', names: ['A', 'B'], request: 1 });
const failed = (error: unknown, states: AnnotationStates = started) =>
  annotationReducer(states, { type: 'annotation_failed', name: 'A', request: 1, error });

test('[4.2-01] an annotation query starts, and succeeds or fails, each layer for itself', () => {
  expect([...started].map(([name, { status }]) => [name, status])).toEqual([
    ['A', 'started'],
    ['B', 'started'],
  ]);
  const done = annotationReducer(
    failed(new ApiError({ status: 400, message: 'Error: annotation layer "A": the chart does not exist' })),
    { type: 'annotation_succeeded', name: 'B', request: 1, records },
  );
  expect([...done].map(([name, { status }]) => [name, status])).toEqual([
    ['A', 'failed'],
    ['B', 'success'],
  ]);
  expect(annotationErrorsOf(done)).toEqual([{ name: 'A', error: 'the chart does not exist' }]);
  expect(annotationDataOf(done)).toEqual(new Map([['B', records]]));
});

test("[4.2-01] a 'no data' response counts as success", () => {
  const states = failed(new ApiError({ status: 400, message: 'No data' }));
  expect([states.get('A')?.status, annotationErrorsOf(states), annotationDataOf(states).get('A')?.records]).toEqual([
    'success',
    [],
    [],
  ]);
});

test("[4.2-01] a timeout gives 'Query timeout', of the client and of the server alike", () => {
  expect(failed(timeoutError()).get('A')).toMatchObject({ status: 'failed', error: 'Query timeout' });
  expect(
    failed(new ApiError({ status: 408, message: 'Query ran longer than 20 s and was stopped.' })).get('A')?.error,
  ).toBe('Query timeout');
});

test('[4.2-01] an abort is ignored', () => {
  expect(failed(new DOMException('stopped', 'AbortError'))).toBe(started);
});

test('other failures say what they are', () => {
  expect(failed(new ApiError({ status: 0, message: 'Network error' })).get('A')?.error).toBe('Network error.');
  expect(failed('odd').get('A')?.error).toBe('Unknown error');
});

test('answers of an older request and of layers that are gone are dropped; records stay while newer ones come', () => {
  const first = annotationReducer(started, { type: 'annotation_succeeded', name: 'A', request: 1, records });
  const again = annotationReducer(first, { type: 'annotations_started', names: ['A'], request: 2 });
  expect([...again.keys()]).toEqual(['A']);
  expect(again.get('A')).toEqual({ status: 'started', request: 2, records, error: null });
  expect(
    annotationReducer(again, {
      type: 'annotation_succeeded',
      name: 'A',
      request: 1,
      records: { columns: [], records: [] },
    }),
  ).toBe(again);
  expect(annotationReducer(again, { type: 'annotation_failed', name: 'B', request: 2, error: new Error('x') })).toBe(
    again,
  );
  expect(annotationReducer(again, { type: 'annotations_started', names: [], request: 3 })).toBe(noAnnotations);
});
