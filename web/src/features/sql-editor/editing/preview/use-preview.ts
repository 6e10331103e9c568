import { columnKinds, packedColumn, tableOf, type Cell } from '@tessera/core/table';
import { t } from '@tessera/core/messages';
import type { Step } from '@tessera/query/sql-assist/steps';
import { useEffect, useState } from 'react';
import { previewSql } from '../../../../api/sql-lab.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { newSql, type EditorTab } from '../../tabs/tabs.ts';
import { isUnread } from './unread-texts.ts';
import { createPreview, noPreview, type PreviewRows, type PreviewState } from './preview-core.ts';

/** So many rows are shown. */
const ROWS = 100;

type Place = Pick<EditorTab, 'id' | 'sql' | 'dbId' | 'catalog' | 'schema' | 'templateParams'>;

/** The first rows of a part of the text, while it is written. */
export function usePreview(place: Place, step: Step | null): PreviewState {
  const { dbId, catalog, schema, templateParams } = place;
  const [state, setState] = useState<PreviewState>(noPreview);
  const [preview, setPreview] = useState<ReturnType<typeof createPreview> | null>(null);
  useEffect(() => {
    const made = createPreview({
      ask: async (sql, signal) => {
        const asked = {
          database_id: dbId ?? 0,
          sql,
          catalog,
          schema,
          templateParams: templateParams || null,
          rows: ROWS,
        };
        return rowsOf(await previewSql(asked, signal));
      },
      later: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      explain: (error) => describeError(error).title,
      onChange: setState,
    });
    setPreview(made);
    return made.stop;
  }, [dbId, catalog, schema, templateParams]);
  const sql = step?.sql ?? null;
  const isEmpty = step === null || place.sql === newSql;
  const refusal =
    isEmpty || isUnread(place.id, place.sql) ? t('The first rows appear here while you write.') : refusalOf(step, dbId);
  useEffect(() => {
    if (preview === null) return;
    if (refusal !== null || sql === null) preview.refuse(refusal ?? '');
    else preview.show(sql);
  }, [preview, sql, refusal]);
  return state;
}

function refusalOf(step: Step, dbId: number | null): string | null {
  if (dbId === null) return t('Choose a database');
  if (!step.isReading) return t('Only queries that read are previewed.');
  return step.isCorrelated ? t('This query reads the one around it, and cannot run alone.') : null;
}

function rowsOf({ columns, data, ...facts }: Awaited<ReturnType<typeof previewSql>>): PreviewRows {
  const read = columns.map(({ name, type, type_generic: kind }) => ({
    name,
    type: type ?? null,
    kind: columnKinds[kind] ?? 'string',
  }));
  const table = tableOf(
    read.map(({ name, kind }, at) => packedColumn(name, kind, (data[at] ?? []) as readonly Cell[])),
  );
  const { isSample, tableRows, durationMs } = facts;
  return { columns: read, table, isSample, tableRows, durationMs };
}
