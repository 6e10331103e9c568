import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { DatasetPreview } from '@tessera/server/contract';
import { newChartHref } from '@tessera/core/pages';
import { hasMarks } from '@tessera/core/template-marks';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { createDataset, datasetsOn } from '../../api/datasets.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { placedMessage } from '../../ui/feedback/placed-message.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useLeaveGuard } from '../../ui/overlays/use-leave-guard.ts';
import { isAboutQuery } from './dataset-complaints.ts';
import type { Source } from './SourcePicker.tsx';
import { useOnlyChoice } from './use-only-choice.ts';
import { useQueryPreview } from './use-query-preview.ts';

type Draft = {
  readonly kind: 'table' | 'query';
  readonly source: Source;
  readonly name: string;
  readonly sql: string;
  /** Of the template parameters, as JSON. */
  readonly values: string;
};

/** The dataset that is about to be made: what is filled in, what keeps it from being made, and how it is made. */
export function useNewDataset() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [parameters] = useSearchParams();
  const [picked, setPicked] = useState(() => firstDraft(parameters));
  const draft = { ...picked, source: useOnlyChoice(picked.source, picked.kind === 'table') };
  const { kind, source } = draft;
  const existing = useQuery({
    ...datasetsOn(source.databaseId ?? 0, source.schema ?? ''),
    enabled: source.databaseId !== null && source.schema !== null,
  });
  const create = useMutation({
    mutationFn: () => createDataset(bodyOf(draft)),
    onSuccess: async (id) => {
      await client.invalidateQueries({ queryKey: ['dataset'] });
      toast.success(
        t('The dataset %(name)s was created', {
          name: kind === 'table' ? (source.table ?? '') : draft.name.trim(),
        }),
      );
      guard.release();
      await navigate(newChartHref(id));
    },
  });
  const preview = useQueryPreview();
  const guard = useLeaveGuard(kind === 'query' && draft.sql.trim() !== '' && !create.isSuccess);

  return {
    draft,
    /** An answer to what was sent says nothing about what is typed now. */
    edit: (part: Partial<Draft>) => {
      setPicked((now) => ({ ...now, ...part }));
      if (create.isError) create.reset();
      if (preview.rows.isError) preview.rows.reset();
    },
    create,
    preview,
    /** Runs the query to see its rows; the name may come later. */
    run: () => {
      if (create.isError) create.reset();
      if (reasonAgainstRun(draft) === null) preview.rows.mutate(previewBodyOf(draft));
    },
    reasonAgainstRun: reasonAgainstRun(draft),
    complaints: complaintsOf(create.error ?? stoppedAside(preview.rows.error), kind),
    guard,
    /** Tables that are datasets already, and the dataset of the chosen one. */
    takenTables: new Set((existing.data ?? []).map((dataset) => dataset.table_name)),
    taken: existing.data?.find((dataset) => kind === 'table' && dataset.table_name === source.table),
    reason: reasonAgainst(draft),
  };
}

function firstDraft(parameters: URLSearchParams): Draft {
  return {
    kind: parameters.get('kind') === 'query' ? 'query' : 'table',
    source: {
      databaseId: readId(parameters.get('database')),
      schema: parameters.get('schema'),
      table: parameters.get('table'),
    },
    name: '',
    sql: '',
    values: '',
  };
}

function readId(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function bodyOf({ kind, source, name, sql, values }: Draft): Parameters<typeof createDataset>[0] {
  if (source.databaseId === null) throw new Error(t('Choose a database.'));
  const place = { database: source.databaseId, schema: source.schema };
  if (kind === 'table') return { ...place, table_name: source.table ?? '' };
  return {
    ...place,
    table_name: name.trim(),
    sql,
    ...(hasMarks(sql) && values.trim() !== '' ? { template_params: values } : {}),
  };
}

function previewBodyOf({ source, sql, values }: Draft): DatasetPreview {
  return {
    database: source.databaseId ?? 0,
    schema: source.schema,
    sql,
    ...(hasMarks(sql) && values.trim() !== '' ? { template_params: values } : {}),
  };
}

/** That a query was stopped is no news to who stopped it. */
function stoppedAside(error: Error | null): Error | null {
  return error?.name === 'AbortError' ? null : error;
}

/** The server's answer, field by field; `isElsewhere` when no field can show it. */
function complaintsOf(error: Error | null, kind: Draft['kind']) {
  const fields = error instanceof ApiError ? error.fields : {};
  const name = kind === 'query' ? (fields['table'] ?? fields['table_name'] ?? []).join(' ') : '';
  const values = (fields['template_params'] ?? []).join(' ');
  const isOfQuery = kind === 'query' && isAboutQuery(error);
  return {
    name,
    values: values === '' ? null : values,
    query: isOfQuery ? placedMessage(describeError(error).title, error.place) : null,
    place: isOfQuery ? error.place : null,
    error,
    isElsewhere: error !== null && name === '' && values === '' && !isOfQuery,
  };
}

function reasonAgainstRun({ source, sql }: Draft): string | null {
  if (source.databaseId === null) return t('Choose a database');
  return sql.trim() === '' ? t('Write the query') : null;
}

function reasonAgainst({ kind, source, name, sql }: Draft): string | null {
  if (source.databaseId === null) return t('Choose a database');
  if (kind === 'table' && source.table === null) return t('Choose a table');
  if (kind === 'query' && name.trim() === '') return t('Give the dataset a name');
  if (kind === 'query' && sql.trim() === '') return t('Write the query');
  return null;
}
