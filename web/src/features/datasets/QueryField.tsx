import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { TextPosition } from '@tessera/core/text-position';
import { useState } from 'react';
import type { Dataset } from '../../api/datasets.ts';
import { SAMPLE_ROWS, samples } from '../../chart/samples.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { CodeField } from '../../ui/code-editor/CodeField.tsx';
import { DataGrid } from '../../ui/data-grid/DataGrid.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import classes from './Datasets.module.css';

type QueryFieldProps = {
  readonly stored: Dataset;
  readonly value: string;
  readonly onChange: (sql: string) => void;
  readonly readOnly: boolean;
  readonly error: string | null;
  readonly errorPlace: TextPosition | null;
  /** Whether what is written is what is stored: only that can be run. */
  readonly isSaved: boolean;
};

/** The query of a virtual dataset, and the rows that it gives. */
export function QueryField({ stored, value, onChange, readOnly, error, errorPlace, isSaved }: QueryFieldProps) {
  const [opened, setOpened] = useState(false);
  const preview = () => isSaved && setOpened(true);
  return (
    <>
      <CodeField
        label={t('Query')}
        language="sql-template"
        engine={stored.database.backend}
        value={value}
        onChange={onChange}
        onRun={preview}
        readOnly={readOnly}
        rows={10}
        required
        error={error}
        errorPlace={errorPlace}
        aside={
          <Button
            variant="quiet"
            size="small"
            aria-expanded={opened}
            disabledReason={isSaved || opened ? null : t('Save the query first: the preview runs what is saved.')}
            onClick={() => setOpened(!opened)}
          >
            {opened ? t('Close the preview') : t('Preview rows')}
          </Button>
        }
      />
      {opened && (
        <div className={classes['preview']}>
          <Preview stored={stored} />
        </div>
      )}
    </>
  );
}

function Preview({ stored }: { readonly stored: Dataset }) {
  const rows = useQuery(samples({ id: stored.id, type: 'table' }, stored.version));
  if (rows.isPending) return <Skeleton height="100%" />;
  if (rows.isError) return <ErrorCard error={rows.error} onRetry={() => void rows.refetch()} small />;
  return (
    <DataGrid table={rows.data} label={t('Preview')} cutAt={rows.data.rowCount >= SAMPLE_ROWS ? SAMPLE_ROWS : null} />
  );
}
