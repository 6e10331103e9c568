import { emptyDocument } from '@tessera/core/dashboard/document';
import { updateMeta } from '@tessera/core/layout/resize';
import { emptyLayout, GRID_ID } from '@tessera/core/layout/types';
import { afterEach, expect, test, vi } from 'vitest';

import { draftText, keepDraft, parseDraft, readDraft } from './dashboard-draft.ts';

const draft = {
  document: {
    title: 'Mine',
    properties: { ...emptyDocument.properties, slug: 'mine', owners: [3] },
    layout: updateMeta(emptyLayout, GRID_ID, { note: 'x' }),
    settings: { color_scheme: 'b' },
  },
  base: { ...emptyDocument, title: 'Theirs', settings: { a: 1, id: 9007199254740993n } },
  version: 3,
};

test('a draft is read as it was written', () => {
  expect(parseDraft(draftText(draft))).toEqual(draft);
});

test.each([
  null,
  '',
  'x',
  '[]',
  '{}',
  '{"document":{"title":"a"},"version":1}',
  '{"document":{"title":1},"version":1,"base":{"title":"a"}}',
  '{"document":{"title":"a"},"version":1,"base":{"title":2}}',
  '{"document":{"title":"a"},"version":"1","base":{"title":"a"}}',
])('%s is no draft', (text) => {
  expect(parseDraft(text)).toBeNull();
});

test('[F27] where a browser stores nothing, or only some of it, a page goes on without what it stored', () => {
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { setItem: full, getItem: () => draftText(draft).slice(0, 40), removeItem: full });
  keepDraft(3, draft);
  keepDraft(3, null);
  expect(readDraft(3)).toBeNull();
  vi.stubGlobal('sessionStorage', undefined);
  keepDraft(3, draft);
  expect(readDraft(3)).toBeNull();
});

afterEach(() => vi.unstubAllGlobals());
