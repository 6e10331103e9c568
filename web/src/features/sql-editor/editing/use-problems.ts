import { offsetAt } from '@tessera/core/text-position';
import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../ui/code-editor/sql/problems.ts';
import type { Run } from '../runs/run.ts';
import { explain, type ExplainIn, type Finding } from './explain.ts';

const nothing: readonly Problem[] = [];

/**
 * What the database said of the run of a tab, as it is marked in the text: in plain words, with what would mend it. The
 * editor moves the marks with the text from then on.
 */
export function useProblems(run: Run | null, { sql, engine, catalog }: ExplainIn): readonly Problem[] {
  const [found, setFound] = useState(nothing);
  const text = useRef(sql);
  useEffect(() => {
    text.current = sql;
  });
  useEffect(() => {
    const findings = run ? findingsOf(run, text.current) : [];
    if (findings.length === 0) return setFound(nothing);
    let isShown = true;
    const show = (problems: readonly Problem[]) => isShown && setFound(problems);
    // Without the code for it the pane of the results says what is wrong.
    void explain(findings, { sql: text.current, engine, catalog }, show).catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [run, engine, catalog]);
  return found;
}

function findingsOf({ errors, script }: Run, sql: string): readonly Finding[] {
  // It may have been moved, or changed, while it ran.
  const begin = sql.startsWith(script.sql, script.at) ? script.at : sql.indexOf(script.sql);
  if (begin === -1 || script.sql === '') return [];
  // A connection that failed is no mistake of the text.
  const ofDatabase = errors.filter(({ type, place }) => type !== null || place !== null);
  return ofDatabase.map(({ message, place }) => {
    const offset = place === null ? null : offsetAt(script.sql, place);
    const statement = { from: begin, to: begin + script.sql.length };
    return { message, at: offset === null ? null : begin + offset, statement };
  });
}
