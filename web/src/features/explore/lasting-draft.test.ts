import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepLasting, readLasting } from './lasting-draft.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const draft = { name: 'Delays', vizType: 'pie', form: { row_limit: 9007199254740993n } };
const saved = { userId: 1, chartId: 3, datasource: '7__table' };
const fresh = { userId: 1, chartId: null, datasource: '7__table' };
const HOUR = 3_600_000;

test('unsaved changes wait for the user who made them, those of a new chart for a day', () => {
  keepLasting(saved, { draft, at: 0, version: 2 });
  keepLasting(fresh, { draft, at: 0, version: null });
  expect(readLasting(saved, HOUR)).toEqual({ draft, at: 0, version: 2 });
  expect(readLasting({ ...saved, userId: 2 }, HOUR)).toBeNull();
  expect(readLasting(fresh, HOUR)?.draft).toEqual(draft);
  expect(readLasting(fresh, 25 * HOUR)).toBeNull();
  expect(readLasting(saved, 25 * HOUR)?.draft).toEqual(draft);
  keepLasting(saved, null);
  expect(readLasting(saved, HOUR)).toBeNull();
});

test('what cannot be read is none', () => {
  for (const text of ['', '{', '[]', '{"draft":{},"at":1}', '{"at":1}']) {
    stored.set('tessera.explore.unsaved:1:3', text);
    expect(readLasting(saved, HOUR)).toBeNull();
  }
});
