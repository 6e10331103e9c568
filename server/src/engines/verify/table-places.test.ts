import { expect, test } from 'vitest';
import { matchPath } from './table-places.ts';

const invoices = { catalog: null, schema: 'main', table: 'invoices' };

test('[attack 28] a name in letters that MySQL may take for those of a table may be that table', () => {
  const mysql = { dialect: 'mysql', defaultSchema: 'main' };
  for (const path of [['\u0130nvoices'], ['MA\u0130N', 'INVO\u0130CES'], ['ma\u0130n'.toLowerCase(), 'invoices']])
    expect([path, matchPath(path, invoices, mysql)]).toEqual([
      path,
      path.some((part) => /[^a-z]/.test(part)) ? 'unknown' : 'same',
    ]);
  expect(matchPath(['\u0131nvoices'], invoices, mysql)).toBe('other');
  // To others it is another letter.
  expect(matchPath(['\u0130nvoices'], invoices, { dialect: 'postgresql', defaultSchema: 'main' })).toBe('other');
});

test('[attack 28] names are compared as their database takes them', () => {
  const cases = {
    postgresql: [
      ['Invoices', 'other'],
      ['invoices', 'same'],
      ['\u00c4rger', 'unknown', '\u00e4rger'],
    ],
    clickhouse: [
      ['Invoices', 'other'],
      ['\u00c4rger', 'other', '\u00e4rger'],
    ],
    mysql: [
      ['Invoices', 'unknown'],
      ['\u00c4rger', 'unknown', '\u00e4rger'],
    ],
    duckdb: [['Invoices', 'same']],
    sqlite: [['Invoices', 'same']],
    trino: [['Invoices', 'same']],
  };
  for (const [dialect, named] of Object.entries(cases))
    for (const [name = '', match, table = 'invoices'] of named) {
      const at = { dialect, defaultSchema: 'main' };
      expect([dialect, name, matchPath([name], { ...invoices, table }, at)]).toEqual([dialect, name, match]);
      expect([dialect, matchPath(['MAIN', table], { ...invoices, table }, at)]).toEqual([
        dialect,
        ['postgresql', 'clickhouse'].includes(dialect) ? 'other' : dialect === 'mysql' ? 'unknown' : 'same',
      ]);
    }
});
