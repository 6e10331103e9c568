import { message, type Words } from '@tessera/core/messages';
import type { NotOver } from '@tessera/query/extract/over-extract';

/** Why a query is asked at the source of a dataset that has an extract. No word of a rule is in it. */
export function notOverWords(why: NotOver): Words {
  switch (why.part) {
    case 'column':
      return message('The extract has no column %(name)s.', { name: why.name });
    case 'expression':
      return message('An expression is written in the SQL of the source.');
    case 'operator':
      return message('The source compares with %(name)s in its own way.', { name: why.name });
    case 'rule':
    case 'restricted_source':
      return message('A row-level rule can be held at the source alone.');
  }
}
