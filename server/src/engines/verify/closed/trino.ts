import { trinoGrammar } from '@tessera/query/sql-safety/grammars';
import type { ClosedNames } from '../closed-text.ts';

/**
 * Trino: the catalogue `system` is the server's own, and a connector's schema of that name hands text on to the
 * database behind it (`TABLE(catalog.system.query(…))`), where nothing of what is checked here holds.
 */
export const trinoClosed: ClosedNames = {
  grammar: trinoGrammar,
  placeholders: '?',
  functions: /^(query|raw_query|kill_query|procedure|current_groups)$/,
  // JMX tells of the server's own machine.
  schemas: new Set(['system', 'jmx']),
  // Settings that hold for the query, its time among them, and programs in it.
  withWords: new Set(['SESSION', 'FUNCTION']),
  pairs: [],
  tableFunctions: new Set(['sequence', 'exclude_columns']),
  writes: {
    words: new Set(),
    properties: new Set(['EXTERNAL_LOCATION', 'LOCATION']),
    pairs: [],
    engines: null,
  },
};
