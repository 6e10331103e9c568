import { trinoGrammar } from '@tessera/query/sql-safety/grammars';
import type { ClosedNames } from '../closed-text.ts';

/**
 * Trino: the catalogue `system` is the server's own, and a connector's schema of that name hands text on to the database
 * behind it (`TABLE(catalog.system.query(…))`), where nothing of what is checked here holds.
 */
export const trinoClosed: ClosedNames = {
  grammar: trinoGrammar,
  placeholders: '?',
  functions: /^(query|raw_query|kill_query|procedure|current_groups)$/,
  schemas: new Set(['system']),
  pairs: [],
  tableFunctions: new Set(['sequence', 'exclude_columns']),
};
