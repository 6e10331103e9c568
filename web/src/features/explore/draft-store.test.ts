import { expect, test } from 'vitest';
import { parseDraft } from './draft-store.ts';

test('a kept draft comes back as it was', () => {
  const draft = { name: 'Delays', vizType: 'pie', form: { metric: 'count' } };
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
});

test.each([null, '', '{', '[]', '{"name":1}', '{"name":"a","vizType":"b","form":[]}'])('%s is no draft', (text) => {
  expect(parseDraft(text)).toBeNull();
});
