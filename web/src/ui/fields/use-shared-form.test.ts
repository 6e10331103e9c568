import { expect, test } from 'vitest';
import { mergeForm, type FormShape } from './use-shared-form.ts';

type Stored = {
  readonly name: string;
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly note: string | null;
};
type Draft = { readonly name: string; readonly people: readonly string[]; readonly note: string };

const shape: FormShape<Stored, Draft> = {
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'people', label: 'Owners' },
    { name: 'note', label: 'Description' },
  ],
  draftOf: ({ name, people, note }) => ({ name, people: people.map(({ id }) => String(id)), note: note ?? '' }),
  wordsOf: (field, { people, ...texts }) =>
    field === 'people' ? people.map((one) => one.name).join(', ') : (texts[field] ?? ''),
};

test('two users change one object: both are merged, and where they clash theirs is reported', () => {
  const base: Stored = { name: 'Sales', people: [{ id: 7, name: 'Ada' }], note: null };
  const theirs: Stored = { name: 'Revenue', people: [...base.people, { id: 9, name: 'Grace' }], note: 'Of all shops' };
  expect(mergeForm(shape, base, { name: 'Sales by day', people: ['8'], note: '' }, theirs)).toEqual({
    draft: { name: 'Sales by day', people: ['8'], note: 'Of all shops' },
    news: {
      taken: ['Description'],
      clashes: [
        { label: 'Name', theirs: 'Revenue' },
        { label: 'Owners', theirs: 'Ada, Grace' },
      ],
    },
  });
});
