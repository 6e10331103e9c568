import { afterEach, expect, test, vi } from 'vitest';
import { keepDraft, parseDraft, readDraft } from './draft-store.ts';

afterEach(() => vi.unstubAllGlobals());

test('a stored draft comes back as it was', () => {
  const draft = { name: 'Delays', vizType: 'pie', form: { metric: 'count' } };
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
});

test.each([null, '', '{', '[]', '{"name":1}', '{"name":"a","vizType":"b","form":[]}'])('%s is no draft', (text) => {
  expect(parseDraft(text)).toBeNull();
});

test('an integer beyond 2^53 comes back as that integer', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
  const draft = { name: 'Delays', vizType: 'pie', form: { row_limit: 9007199254740993n } };
  keepDraft('?slice_id=1', { draft, version: 3, wasRun: true });
  expect(readDraft('?slice_id=1')).toEqual({ draft, version: 3, wasRun: true });
});
