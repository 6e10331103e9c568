import { offsetAt } from '@tessera/core/text-position';
import type { Want } from '@tessera/query/sql-assist/catalog';
import { assistDialectOf } from '@tessera/query/sql-assist/dialects';
import { explainError } from '@tessera/query/sql-assist/mends';
import { readScript } from '@tessera/query/sql-assist/script';
import { useEffect, useRef, useState } from 'react';
import { validateSql } from '../../../api/sql-lab.ts';
import type { Problem } from '../../../ui/code-editor/sql/problems.ts';
import type { CatalogSource } from '../../../ui/code-editor/sql/sql-context.ts';
import type { EditorTab } from '../tabs/tabs.ts';

/** A pause in typing after which the database is asked, in ms: longer than that of the parser in the page. */
const PAUSE_MS = 900;
const nothing: readonly Problem[] = [];

type Validated = Pick<EditorTab, 'dbId' | 'catalog' | 'schema' | 'sql' | 'templateParams'>;
type About = { readonly engine: string | null; readonly catalog: CatalogSource };

/**
 * What the database finds wrong with a text that somebody has just changed, though nothing ran. A text that was only
 * opened is not asked about.
 */
export function useValidation(
  { dbId, catalog: inCatalog, schema, sql, templateParams }: Validated,
  { engine, catalog }: About,
): readonly Problem[] {
  const [found, setFound] = useState(nothing);
  const [opened] = useState(sql);
  const isEdited = useRef(false);
  useEffect(() => {
    if (sql !== opened) isEdited.current = true;
    if (dbId === null || !isEdited.current || sql.trim() === '') return setFound(nothing);
    const control = new AbortController();
    const ask = async () => {
      const marks = await validateSql({ dbId, catalog: inCatalog, schema, sql, templateParams }, control.signal);
      const explained = explain(sql, marks, engine, catalog);
      setFound(explained.problems);
      if (explained.wants.length > 0 && (await catalog.load(explained.wants)) && !control.signal.aborted)
        setFound(explain(sql, marks, engine, catalog).problems);
    };
    // Who cannot be asked finds nothing: a run says what is wrong.
    const timer = setTimeout(() => void ask().catch(() => undefined), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [dbId, inCatalog, schema, sql, templateParams, opened, engine, catalog]);
  return found;
}

type Marks = Awaited<ReturnType<typeof validateSql>>;

function explain(
  sql: string,
  marks: Marks,
  engine: string | null,
  catalog: CatalogSource,
): { readonly problems: readonly Problem[]; readonly wants: readonly Want[] } {
  const script = readScript(sql, assistDialectOf(engine));
  const explained = marks.flatMap(({ line_number: line, start_column: column, message }) => {
    // Without a place there is nothing to underline.
    const at = line === null ? null : offsetAt(sql, { line, column: column ?? 1 });
    if (at === null) return [];
    const statement = { from: 0, to: sql.length };
    return { message, ...explainError(script, message, { at, statement }, catalog.current()) };
  });
  return {
    problems: explained.map(({ from, to, message, explanation, mends }): Problem => {
      return { from, to, severity: 'error', message, explanation, mends };
    }),
    wants: explained.flatMap(({ wants }) => wants),
  };
}
