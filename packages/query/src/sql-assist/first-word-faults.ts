import { t } from '@tessera/core/messages';
import { beginsStatement } from '../sql-statements/classify.ts';
import type { AssistDialect } from './dialects.ts';
import type { Fault } from './faults-model.ts';
import { editDistance } from './match.ts';
import type { Fragment } from './script.ts';

/** Words that most statements begin with. */
const beginnings = [
  'SELECT',
  'WITH',
  'INSERT',
  'UPDATE',
  'DELETE',
  'MERGE',
  'CREATE',
  'ALTER',
  'DROP',
  'TRUNCATE',
  'EXPLAIN',
  'DESCRIBE',
  'SUMMARIZE',
  'SHOW',
  'VALUES',
] as const;

/**
 * A misspelt first word. Databases know more statements than are listed here: a word that is near to none of them is
 * left to the database, and so is one that is still being written.
 */
export function firstWordFaults({ tokens, text }: Fragment, { startsWithFrom }: AssistDialect): readonly Fault[] {
  const first = tokens.find(({ text: sign }) => sign !== '(');
  if (first?.kind !== 'word' || first === tokens.at(-1)) return [];
  if (beginsStatement(first.text)) return [];
  const limit = first.text.length <= 4 ? 1 : 2;
  const near = [...beginnings, ...(startsWithFrom ? ['FROM'] : [])]
    .map((word) => ({ word, distance: editDistance(first.text, word, limit) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((one, other) => one.distance - other.distance);
  if (near.length === 0) return [];
  const { from, to } = first;
  const isSmall = /^\p{Ll}/u.test(text.slice(from, to));
  const mends = near.map(({ word }) => {
    const insert = isSmall ? word.toLowerCase() : word;
    return { label: insert, from, to, insert };
  });
  const message = t('No statement begins with "%s".', text.slice(from, to));
  return [{ from, to, severity: 'warning', message, mends }];
}
