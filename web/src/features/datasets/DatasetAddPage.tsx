import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tMarked } from '@tessera/core/messages';
import { hasMarks } from '@tessera/core/template-marks';
import { hrefOf, newChartHref } from '@tessera/core/pages';
import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { tableMetadata, usableDatabases } from '../../api/databases.ts';
import { createDataset, datasetsOn } from '../../api/datasets.ts';
import { useSuggestions } from '../../controls/expression/use-suggestions.ts';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { Page, PageTitle } from '../../ui/layout/Page.tsx';
import { placedMessage } from '../../ui/feedback/placed-message.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { CodeField } from '../../ui/code-editor/CodeField.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useLeaveGuard } from '../../ui/overlays/use-leave-guard.ts';
import { isAboutQuery } from './dataset-complaints.ts';
import classes from './Datasets.module.css';
import { SourcePicker, type Source } from './SourcePicker.tsx';
import { TemplateValues } from './TemplateValues.tsx';
import { useOnlyChoice } from './use-only-choice.ts';

/** A query names its tables itself. */
const noNames = { columns: [], metrics: [] };

/** A dataset from a table, or from a query. Its columns are read at once, so that the first chart can follow. */
export function DatasetAddPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [parameters] = useSearchParams();
  const [kind, setKind] = useState<'table' | 'query'>(parameters.get('kind') === 'query' ? 'query' : 'table');
  const [picked, setSource] = useState<Source>(() => ({
    databaseId: readId(parameters.get('database')),
    schema: parameters.get('schema'),
    table: parameters.get('table'),
  }));
  const source = useOnlyChoice(picked, kind === 'table');
  const [name, setName] = useState('');
  const [sql, setSql] = useState('');
  const [values, setValues] = useState('');
  const isTemplate = hasMarks(sql);
  const databases = useQuery(usableDatabases);
  const existing = useQuery({
    ...datasetsOn(source.databaseId ?? 0, source.schema ?? ''),
    enabled: source.databaseId !== null && source.schema !== null,
  });
  const engine = databases.data?.find((database) => database.id === source.databaseId)?.backend;
  const suggestions = useSuggestions(noNames, source.databaseId);
  const taken = existing.data?.find((dataset) => kind === 'table' && dataset.table_name === source.table);

  const create = useMutation({
    mutationFn: () => {
      if (source.databaseId === null) throw new Error(t('Choose a database.'));
      return createDataset(
        kind === 'table'
          ? { database: source.databaseId, schema: source.schema, table_name: source.table ?? '' }
          : {
              database: source.databaseId,
              schema: source.schema,
              table_name: name.trim(),
              sql,
              ...(isTemplate && values.trim() !== '' ? { template_params: values } : {}),
            },
      );
    },
    onSuccess: async (id) => {
      await client.invalidateQueries({ queryKey: ['dataset'] });
      toast.success(
        t('The dataset %(name)s was created', { name: kind === 'table' ? (source.table ?? '') : name.trim() }),
      );
      guard.release();
      await navigate(newChartHref(id));
    },
  });
  const guard = useLeaveGuard(kind === 'query' && sql.trim() !== '' && !create.isSuccess);
  // An answer to what was sent says nothing about what is typed now.
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      if (create.isError) create.reset();
    };
  const nameComplaint =
    kind === 'query' && create.error instanceof ApiError
      ? (create.error.fields['table'] ?? create.error.fields['table_name'] ?? []).join(' ')
      : '';
  const valuesComplaint =
    create.error instanceof ApiError ? (create.error.fields['template_params'] ?? []).join(' ') : '';
  const queryComplaint =
    kind === 'query' && isAboutQuery(create.error)
      ? placedMessage(describeError(create.error).title, create.error.place)
      : null;
  const reason = reasonAgainst({ kind, source, name, sql });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === null && taken === undefined) create.mutate();
  };

  return (
    <Page width="narrow">
      <PageTitle title={t('New dataset')} />
      <form className={classes['panel']} onSubmit={submit} noValidate>
        <div>
          <SegmentedControl
            label={t('Made of')}
            value={kind}
            onChange={edit(setKind)}
            options={[
              { value: 'table', label: t('A table') },
              { value: 'query', label: t('A query') },
            ]}
          />
        </div>
        <SourcePicker
          source={source}
          onChange={edit(setSource)}
          withTable={kind === 'table'}
          taken={new Set((existing.data ?? []).map((dataset) => dataset.table_name))}
        />
        {kind === 'query' && (
          <>
            <TextInput
              label={t('Name')}
              value={name}
              onChange={edit(setName)}
              required
              placeholder={t('What the rows are: orders, visits, …')}
              error={nameComplaint}
            />
            <CodeField
              label={t('Query')}
              value={sql}
              onChange={edit(setSql)}
              language="sql-template"
              engine={engine ?? null}
              suggestions={suggestions}
              rows={10}
              required
              error={queryComplaint}
              errorPlace={queryComplaint !== null && create.error instanceof ApiError ? create.error.place : null}
              description={tMarked(
                'One SELECT statement. Templates such as {{ current_username() }} are filled in for whoever ' +
                  'looks at it.',
              )}
            />
            {isTemplate && (
              <TemplateValues
                value={values}
                onChange={edit(setValues)}
                error={valuesComplaint === '' ? null : valuesComplaint}
              />
            )}
          </>
        )}
        {kind === 'table' && source.databaseId !== null && source.schema !== null && source.table !== null && (
          <TablePreview databaseId={source.databaseId} schema={source.schema} table={source.table} />
        )}
        {create.isError && nameComplaint === '' && valuesComplaint === '' && queryComplaint === null && (
          <ErrorCard error={create.error} small />
        )}
        <div className={classes['bar']}>
          <span className={classes['barEnd']} />
          <LinkButton to={hrefOf('datasets')}>{t('Cancel')}</LinkButton>
          {taken === undefined ? (
            <Button type="submit" variant="primary" loading={create.isPending} disabledReason={reason}>
              {t('Create and explore')}
            </Button>
          ) : (
            <LinkButton variant="primary" to={newChartHref(taken.id)}>
              {t('It is a dataset already: explore it')}
            </LinkButton>
          )}
        </div>
      </form>
      <LeaveDialog guard={guard}>{t('The query that you wrote will be lost.')}</LeaveDialog>
    </Page>
  );
}

function reasonAgainst({
  kind,
  source,
  name,
  sql,
}: {
  readonly kind: 'table' | 'query';
  readonly source: Source;
  readonly name: string;
  readonly sql: string;
}): string | null {
  if (source.databaseId === null) return t('Choose a database');
  if (kind === 'table' && source.table === null) return t('Choose a table');
  if (kind === 'query' && name.trim() === '') return t('Give the dataset a name');
  if (kind === 'query' && sql.trim() === '') return t('Write the query');
  return null;
}

function TablePreview({
  databaseId,
  schema,
  table,
}: {
  readonly databaseId: number;
  readonly schema: string;
  readonly table: string;
}) {
  const metadata = useQuery(tableMetadata(databaseId, schema, table));
  if (metadata.isPending) return <Skeleton height={160} radius="var(--ts-radius)" />;
  if (metadata.isError) return <p className={classes['note']}>{describeError(metadata.error).title}</p>;
  return (
    <div className={classes['tableScroll']} style={{ maxHeight: 300, overflowY: 'auto' }}>
      <table className={classes['table']} aria-label={t('Columns of %(table)s', { table })}>
        <thead>
          <tr>
            <th>{t('Column')}</th>
            <th>{t('Type')}</th>
            <th>{t('Comment')}</th>
          </tr>
        </thead>
        <tbody>
          {metadata.data.columns.map((column) => (
            <tr key={column.name}>
              <td>{column.name}</td>
              <td className={classes['type']}>{column.type}</td>
              <td className={classes['note']}>{column.comment}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function readId(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
