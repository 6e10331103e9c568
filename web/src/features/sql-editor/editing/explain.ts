import type { Want } from '@tessera/query/sql-assist/catalog';
import { assistDialectOf } from '@tessera/query/sql-assist/dialects';
import type { Span } from '@tessera/query/sql-assist/lexer';
import { readScript } from '@tessera/query/sql-assist/script';
import type { Problem } from '../../../ui/code-editor/sql/problems.ts';
import type { CatalogSource } from '../../../ui/code-editor/sql/sql-context.ts';

/** What a database says is wrong: at an offset of the text, as far as it tells, and in which part of it. */
export type Finding = {
  readonly message: string;
  readonly at: number | null;
  readonly statement: Span;
  /** Nothing ran, and what cannot be found in the text is not marked. */
  readonly isGuess?: true;
};
export type ExplainIn = { readonly sql: string; readonly engine: string | null; readonly catalog: CatalogSource };

/**
 * What a database says, as it is marked in the text: in plain words, with what would mend it. Shown at once with what
 * is known of the tables, and once more when what is lacking has come. The code for it comes with the first mistake.
 */
export async function explain(
  findings: readonly Finding[],
  { sql, engine, catalog }: ExplainIn,
  show: (problems: readonly Problem[]) => void,
): Promise<void> {
  const { explainError } = await import('@tessera/query/sql-assist/mends');
  const script = readScript(sql, assistDialectOf(engine));
  const step = (): readonly Want[] => {
    const explained = findings.flatMap(({ message, isGuess, ...place }) => {
      const found = explainError(script, message, place, catalog.current());
      return isGuess === true && !found.isPlaced ? [] : { message, ...found };
    });
    show(
      explained.map(({ from, to, message, explanation, mends }): Problem => {
        return { from, to, severity: 'error', message, explanation, mends };
      }),
    );
    return explained.flatMap(({ wants }) => wants);
  };
  const wants = step();
  if (wants.length > 0 && (await catalog.load(wants))) step();
}
