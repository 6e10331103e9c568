import { sqlWritingOf } from '@tessera/core/sql-writing';
import { expect, test } from 'vitest';
import { dialects } from './registry.ts';

test('what a browser writes for a database is what the compiler writes, hostile names and texts included', () => {
  const hostile = ['a', 'a"b', 'a`b', "O'Brien", 'back\\slash', "'; DROP TABLE t; --", '\\', "\\'", 'ü\n'];
  for (const dialect of Object.values(dialects)) {
    const { quote, literal } = sqlWritingOf(dialect.name);
    expect(hostile.map(quote)).toEqual(hostile.map(dialect.quote));
    expect(hostile.map(literal)).toEqual(hostile.map(dialect.literal));
  }
});
