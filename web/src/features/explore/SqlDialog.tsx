import { useQuery } from '@tanstack/react-query';
import { IconCopy } from '@tabler/icons-react';
import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { AnyViz } from '@tessera/viz/erase';
import { datasourceKey, type DatasetFields } from '../../controls/fields.ts';
import { CodeEditor } from '../../ui/code-editor/CodeEditor.tsx';
import { SqlEditorButton } from '../../chart/SqlEditorButton.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { copyText } from '../../ui/feedback/copy.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { chartSql } from './explore-api.ts';

type SqlDialogProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly form: RawForm;
  readonly viz: AnyViz;
  readonly dataset: DatasetFields;
};

/** The SQL that the settings on screen stand for; nothing is run for it. */
export function SqlDialog({ opened, onClose, form, viz, dataset }: SqlDialogProps) {
  const sql = useQuery({ ...chartSql(form, viz, dataset), enabled: opened });
  const all = (sql.data ?? []).join('\n\n');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('Query')}
      subtitle={dataset.databaseName === null ? dataset.name : t('%s in %s', dataset.name, dataset.databaseName)}
      width={760}
      footer={
        <>
          <SqlEditorButton
            datasourceKey={datasourceKey(dataset)}
            sql={all}
            disabledReason={sql.isError ? t('An error occurred while loading the SQL') : openProblem(all)}
          />
          <Button
            variant="primary"
            icon={<IconCopy size={16} stroke={1.5} />}
            disabledReason={all === '' ? t('There is no SQL to copy yet.') : null}
            onClick={() => void copyText(all, t('SQL copied'))}
          >
            {t('Copy SQL')}
          </Button>
        </>
      }
    >
      {sql.isPending && <Skeleton height={220} />}
      {sql.isError && <ErrorCard error={sql.error} onRetry={() => void sql.refetch()} small />}
      {sql.data?.map((query, index) => (
        // Queries of one chart have no identity but their place.
        <CodeEditor
          key={index}
          label={t('SQL')}
          language="sql"
          engine={dataset.engine ?? null}
          value={query}
          readOnly
        />
      ))}
    </Dialog>
  );
}

function openProblem(sql: string): string | null {
  return sql === '' ? t('There is no SQL to open yet.') : null;
}
