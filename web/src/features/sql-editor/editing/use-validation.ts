import { offsetAt } from '@tessera/core/text-position';
import { useEffect, useRef, useState } from 'react';
import { validateSql } from '../../../api/sql-lab.ts';
import type { Problem } from '../../../ui/code-editor/sql/problems.ts';
import { editorNumbers } from '../editor-numbers.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import { explain, type ExplainIn, type Finding } from './explain.ts';

const nothing: readonly Problem[] = [];

type Validated = Pick<EditorTab, 'dbId' | 'catalog' | 'schema' | 'sql' | 'templateParams'>;

/**
 * What the database finds wrong with a text that somebody has just changed, though nothing ran. A text that was only
 * opened is not asked about.
 */
export function useValidation(
  { dbId, catalog: inCatalog, schema, sql, templateParams }: Validated,
  { engine, catalog }: Pick<ExplainIn, 'engine' | 'catalog'>,
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
      const findings = findingsOf(sql, marks);
      if (findings.length === 0) return setFound(nothing);
      await explain(findings, { sql, engine, catalog }, (problems) => {
        if (!control.signal.aborted) setFound(problems);
      });
    };
    // Who cannot be asked finds nothing: a run says what is wrong.
    const timer = setTimeout(() => void ask().catch(() => undefined), editorNumbers.checkPauseMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [dbId, inCatalog, schema, sql, templateParams, opened, engine, catalog]);
  return found;
}

function findingsOf(sql: string, marks: Awaited<ReturnType<typeof validateSql>>): readonly Finding[] {
  return marks.map(({ line_number: line, start_column: column, message }) => {
    const at = line === null ? null : offsetAt(sql, { line, column: column ?? 1 });
    return { message, at, statement: { from: 0, to: sql.length }, isGuess: true };
  });
}
