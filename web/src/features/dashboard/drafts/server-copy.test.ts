import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServerCopy } from './server-copy.ts';

type Draft = { readonly draft: string; readonly token: string; readonly over: readonly string[] };

let stored: Draft | null;
let fails: boolean;
beforeEach(() => {
  openTab();
  stored = null;
  fails = false;
});
afterEach(() => void vi.unstubAllGlobals());

/** Each tab has a store of its own, which a reload leaves. */
function openTab(): void {
  const entries = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
}

/** A window whose versions are named after it. */
function openWindow(name: string) {
  let count = 0;
  return createServerCopy(1, {
    newToken: () => `${name}${++count}`,
    store: (_, draft) => {
      if (stored !== null && !draft.over.includes(stored.token)) return Promise.reject(new Error('replaced'));
      stored = draft;
      return fails ? Promise.reject(new Error('no answer')) : Promise.resolve();
    },
    drop: (_, over) => {
      if (stored !== null && over.includes(stored.token)) stored = null;
      return Promise.resolve();
    },
  });
}

test('a window goes on from what it wrote, and leaves what another one wrote', async () => {
  const first = openWindow('a');
  await first.write('one');
  await first.write('two');
  openTab();
  const second = openWindow('b');
  await expect(second.write('other')).rejects.toThrow('replaced');
  await second.remove();
  expect(stored).toMatchObject({ draft: 'two' });
  second.goOnFrom(['a2']);
  await second.write('other');
  await expect(first.write('three')).rejects.toThrow('replaced');
  expect(stored).toMatchObject({ draft: 'other' });
});

test('what was written is its own after a reload, although the answer was lost', async () => {
  fails = true;
  await expect(openWindow('a').write('one')).rejects.toThrow('no answer');
  fails = false;
  const again = openWindow('r');
  await again.write('two');
  expect(stored).toMatchObject({ draft: 'two', token: 'r1' });
  await again.remove();
  expect([stored, again.tokens()]).toEqual([null, []]);
});
