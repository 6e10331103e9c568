import { expect, test } from 'vitest';
import { matchPath } from './table-places.ts';

const invoices = { catalog: null, schema: 'main', table: 'invoices' };

test('[attack 28] a name in letters that MySQL takes for those of a table is that table', () => {
  const mysql = { dialect: 'mysql', defaultSchema: 'main' };
  for (const path of [['\u0130nvoices'], ['MA\u0130N', 'INVO\u0130CES'], ['ma\u0130n'.toLowerCase(), 'invoices']])
    expect([path, matchPath(path, invoices, mysql)]).toEqual([path, 'same']);
  expect(matchPath(['\u0131nvoices'], invoices, mysql)).toBe('other');
  // To others it is another letter.
  expect(matchPath(['\u0130nvoices'], invoices, { dialect: 'postgresql', defaultSchema: 'main' })).toBe('other');
});
