import { offsetAt } from '@tessera/core/text-position';
import type { Want } from '@tessera/query/sql-assist/catalog';
import { assistDialectOf } from '@tessera/query/sql-assist/dialects';
import { explainError } from '@tessera/query/sql-assist/mends';
import { readScript } from '@tessera/query/sql-assist/script';
import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../ui/code-editor/sql/problems.ts';
import type { CatalogSource } from '../../../ui/code-editor/sql/sql-context.ts';
import type { Run } from '../runs/run.ts';

const nothing: readonly Problem[] = [];

/**
 * What the database said of the run of a tab, as it is marked in the text: in plain words, with what would mend it. The
 * editor moves the marks with the text from then on.
 */
export function useProblems(
  run: Run | null,
  { sql, engine, catalog }: { readonly sql: string; readonly engine: string | null; readonly catalog: CatalogSource },
): readonly Problem[] {
  const [found, setFound] = useState(nothing);
  const text = useRef(sql);
  useEffect(() => {
    text.current = sql;
  });
  useEffect(() => {
    const explained = run ? explainRun(run, text.current, engine, catalog) : null;
    setFound(explained?.problems ?? nothing);
    if (!run || !explained || explained.wants.length === 0) return;
    let isShown = true;
    void catalog.load(explained.wants).then((isMore) => {
      if (isMore && isShown) setFound(explainRun(run, text.current, engine, catalog).problems);
    });
    return () => {
      isShown = false;
    };
  }, [run, engine, catalog]);
  return found;
}

function explainRun(
  { errors, script }: Run,
  sql: string,
  engine: string | null,
  catalog: CatalogSource,
): { readonly problems: readonly Problem[]; readonly wants: readonly Want[] } {
  // It may have been moved, or changed, while it ran.
  const begin = sql.startsWith(script.sql, script.at) ? script.at : sql.indexOf(script.sql);
  if (errors.length === 0 || begin === -1 || script.sql === '') return { problems: nothing, wants: [] };
  const parsed = readScript(sql, assistDialectOf(engine));
  const explained = errors.map(({ message, place }) => {
    const offset = place === null ? null : offsetAt(script.sql, place);
    const at = offset === null ? null : begin + offset;
    const statement = { from: begin, to: begin + script.sql.length };
    return { message, ...explainError(parsed, message, { at, statement }, catalog.current()) };
  });
  return {
    problems: explained.map(({ from, to, message, explanation, mends }): Problem => ({
      from,
      to,
      severity: 'error',
      message,
      explanation,
      mends,
    })),
    wants: explained.flatMap(({ wants }) => wants),
  };
}
