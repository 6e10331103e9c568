import { emptyDocument } from '@tessera/core/dashboard/document';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const DAY_MS = 86_400_000;
const draftOf = (title: string) => ({ document: { ...emptyDocument, title }, base: emptyDocument, version: 0 });

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => void values.set(key, text),
    removeItem: (key: string) => void values.delete(key),
  };
}

beforeEach(() => vi.stubGlobal('localStorage', storage()));
afterEach(() => vi.unstubAllGlobals());

/** The module as a tab of its own has it. */
async function tabOf(user: number) {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', storage());
  const { keepNew, foundNew, dropNew } = await import('./lasting-new.ts');
  return {
    keepNew: (draft: Parameters<typeof keepNew>[1], now: number) => keepNew(user, draft, now),
    foundNew: (now: number) => foundNew(user, now),
    dropNew: (tab: string) => dropNew(user, tab),
  };
}

test('a new dashboard outlives its tab, for its author alone, until it is saved or too old', async () => {
  const first = await tabOf(1);
  first.keepNew(draftOf('Sales'), 0);
  expect(first.foundNew(1)).toBeNull();
  expect((await tabOf(2)).foundNew(1)).toBeNull();

  const second = await tabOf(1);
  const found = second.foundNew(1);
  expect(found?.draft.document.title).toBe('Sales');
  expect(second.foundNew(15 * DAY_MS)).toBeNull();
  second.keepNew(draftOf('Flights'), 2);
  second.dropNew(found?.tab ?? '');
  expect(second.foundNew(3)).toBeNull();
  expect((await tabOf(1)).foundNew(3)?.draft.document.title).toBe('Flights');
  second.keepNew(null, 4);
  expect((await tabOf(1)).foundNew(5)).toBeNull();
});
