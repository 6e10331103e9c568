import { expect, test } from 'vitest';
import { MAX_FINDINGS, ranked, type Candidate } from './rank.ts';

const candidate = (id: number, more: Partial<Candidate>): Candidate => ({
  kind: 'dataset',
  id,
  title: `thing ${id}`,
  slug: null,
  dataset: null,
  names: [],
  description: null,
  sql: null,
  ...more,
});

test('names come before descriptions, descriptions before SQL, beginnings first', () => {
  const found = ranked('Delay', [
    candidate(1, { sql: 'select delay from flights' }),
    candidate(2, { description: 'The mean delay of a day' }),
    candidate(3, { title: 'Mean delay' }),
    candidate(4, { names: ['delay_minutes'] }),
    candidate(5, {}),
  ]);
  expect(found.map(({ id, field }) => [id, field])).toEqual([
    [4, 'name'],
    [3, 'name'],
    [2, 'description'],
    [1, 'sql'],
  ]);
});

test('what was found in a long text is shown with what stands around it, on one line', () => {
  const [found] = ranked('needle', [candidate(1, { sql: `${'a '.repeat(60)}\n  needle\n${' b'.repeat(60)}` })]);
  expect(found?.excerpt).toMatch(/^…(?:a )+needle(?: b)+…$/);
  expect(found?.excerpt?.length).toBeLessThan(100);
});

test('no answer is longer than somebody reads', () => {
  expect(
    ranked(
      'thing',
      Array.from({ length: 200 }, (_, id) => candidate(id, {})),
    ),
  ).toHaveLength(MAX_FINDINGS);
});
