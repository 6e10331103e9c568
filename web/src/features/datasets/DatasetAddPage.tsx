import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t, tMarked } from '@tessera/core/messages';
import { hasMarks } from '@tessera/core/template-marks';
import { hrefOf, newChartHref } from '@tessera/core/pages';
import { type FormEvent } from 'react';
import { tableMetadata, usableDatabases } from '../../api/databases.ts';
import { holds, me } from '../../api/me.ts';
import { useSuggestions } from '../../controls/expression/use-suggestions.ts';
import { UploadButton } from '../../shell/upload/UploadButton.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { Page, PageTitle } from '../../ui/layout/Page.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { CodeField } from '../../ui/code-editor/CodeField.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import classes from './Datasets.module.css';
import { QueryPreview } from './QueryPreview.tsx';
import { SourcePicker } from './SourcePicker.tsx';
import { TemplateValues } from './TemplateValues.tsx';
import { useNewDataset } from './use-new-dataset.ts';

/** A query names its tables itself. */
const noNames = { columns: [], metrics: [] };

/** A dataset from a table, or from a query. Its columns are read at once, so that the first chart can follow. */
export function DatasetAddPage() {
  const dataset = useNewDataset();
  const { draft, edit, create, complaints, taken, reason } = dataset;
  const { kind, source } = draft;
  const user = useQuery(me).data;
  const mayUpload = user !== undefined && holds(user, 'can_upload', 'Database');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === null && taken === undefined) create.mutate();
  };

  return (
    <Page width="narrow">
      <PageTitle title={t('New dataset')} actions={mayUpload && <UploadButton />} />
      <form className={classes['panel']} onSubmit={submit} noValidate>
        <div>
          <SegmentedControl
            label={t('Made of')}
            value={kind}
            onChange={(kind) => edit({ kind })}
            options={[
              { value: 'table', label: t('A table') },
              { value: 'query', label: t('A query') },
            ]}
          />
        </div>
        <SourcePicker
          source={source}
          onChange={(source) => edit({ source })}
          withTable={kind === 'table'}
          taken={dataset.takenTables}
        />
        {kind === 'query' && <QueryFields dataset={dataset} />}
        {kind === 'table' && source.databaseId !== null && source.schema !== null && source.table !== null && (
          <TablePreview databaseId={source.databaseId} schema={source.schema} table={source.table} />
        )}
        {complaints.isElsewhere && <ErrorCard error={complaints.error} small />}
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
      <LeaveDialog guard={dataset.guard}>{t('The query that you wrote will be lost.')}</LeaveDialog>
    </Page>
  );
}

function QueryFields({ dataset }: { readonly dataset: ReturnType<typeof useNewDataset> }) {
  const { name, sql, values, source } = dataset.draft;
  const { edit, complaints } = dataset;
  const databases = useQuery(usableDatabases);
  const engine = databases.data?.find((database) => database.id === source.databaseId)?.backend;
  const suggestions = useSuggestions(noNames, source.databaseId);
  return (
    <>
      <TextInput
        label={t('Name')}
        value={name}
        onChange={(name) => edit({ name })}
        required
        placeholder={t('What the rows are: orders, visits, …')}
        error={complaints.name}
      />
      <CodeField
        label={t('Query')}
        value={sql}
        onChange={(sql) => edit({ sql })}
        language="sql-template"
        engine={engine ?? null}
        suggestions={suggestions}
        rows={10}
        required
        error={complaints.query}
        onRun={dataset.run}
        aside={
          <Button
            variant="quiet"
            size="small"
            icon={<IconPlayerPlay size={14} stroke={1.5} aria-hidden="true" />}
            loading={dataset.preview.rows.isPending}
            disabledReason={dataset.reasonAgainstRun}
            onClick={dataset.run}
          >
            {t('Run')}
          </Button>
        }
        errorPlace={complaints.place}
        description={tMarked(
          'One SELECT statement. Templates such as {{ current_username() }} are filled in for whoever ' +
            'looks at it.',
        )}
      />
      {hasMarks(sql) && (
        <TemplateValues value={values} onChange={(values) => edit({ values })} error={complaints.values} />
      )}
      <QueryPreview preview={dataset.preview} />
    </>
  );
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
