import { updateMeta } from '@tessera/core/layout/resize';
import { emptyLayout, GRID_ID } from '@tessera/core/layout/types';
import { expect, test } from 'vitest';
import { draftText, parseDraft } from './dashboard-draft.ts';

const draft = {
  title: 'Mine',
  layout: updateMeta(emptyLayout, GRID_ID, { note: 'x' }),
  base: { title: 'Theirs', layout: emptyLayout, metadata: { a: 1, id: 9007199254740993n } },
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
  '{"title":"a","version":1}',
  '{"title":1,"version":1,"base":{"title":"a"}}',
  '{"title":"a","version":1,"base":{"title":2}}',
])('%s is no draft', (text) => {
  expect(parseDraft(text)).toBeNull();
});
