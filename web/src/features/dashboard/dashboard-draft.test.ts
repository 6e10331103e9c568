import { emptyDocument } from '@tessera/core/dashboard/document';
import { updateMeta } from '@tessera/core/layout/resize';
import { emptyLayout, GRID_ID } from '@tessera/core/layout/types';
import { expect, test } from 'vitest';
import { draftText, parseDraft } from './dashboard-draft.ts';

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
