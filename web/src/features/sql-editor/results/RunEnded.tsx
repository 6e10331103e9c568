import { IconRefresh, IconTablePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { assistDialectOf } from '@tessera/query/sql-assist/dialects';
import { writeName } from '@tessera/query/sql-assist/writing';
import { editorDatabases } from '../../../api/catalog.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import type { CreateAs, Run } from '../runs/run.ts';
import { startRun } from '../runs/runs-store.ts';
import { openNewTab } from '../tabs/new-tab.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import { queryPlaceOf } from './result-of.ts';
import { affectedWords } from './result-words.ts';

type RunEndedProps = { readonly tab: EditorTab; readonly run: Run };

/** A run that has come to its end without rows. */
export function RunEnded({ tab, run }: RunEndedProps) {
  const { createAs } = run.way;
  if (run.state !== 'success') return <Stopped tab={tab} run={run} />;
  if (createAs !== undefined) return <Created tab={tab} run={run} createAs={createAs} />;
  return <EmptyState title={changedText(run)} drawing="none" small />;
}

function Stopped({ tab, run }: RunEndedProps) {
  const again = (
    <Button
      size="small"
      icon={<IconRefresh size={14} stroke={1.5} />}
      onClick={() => startRun(tab, run.script, { ...run.way, isConfirmed: false })}
    >
      {t('Run again')}
    </Button>
  );
  return (
    <EmptyState title={t('Query was stopped.')} drawing="none" small action={again}>
      {run.isLeft === true
        ? t('A query ends when its page is closed or loaded again, unless it runs in the background.')
        : undefined}
    </EmptyState>
  );
}

/** A table or a view that is there now, and the way to its rows. */
function Created({ tab, run, createAs: { method, name, schema } }: RunEndedProps & { readonly createAs: CreateAs }) {
  const { dbId, catalog, schema: ranIn } = queryPlaceOf({ tab, run });
  const engine = useQuery(editorDatabases).data?.find(({ id }) => id === dbId)?.backend ?? null;
  const written = writeName(schema === null ? [name] : [schema, name], assistDialectOf(engine));
  const open = () => openNewTab({ name, sql: `SELECT *\nFROM ${written}`, dbId, catalog, schema: ranIn }, tab.id);
  return (
    <EmptyState
      title={method === 'TABLE' ? t('The table %s is made.', name) : t('The view %s is made.', name)}
      drawing="none"
      small
      action={
        <Button size="small" icon={<IconTablePlus size={14} stroke={1.5} />} onClick={open}>
          {t('Open SELECT in a new tab')}
        </Button>
      }
    />
  );
}

/** What statements without rows did, as far as the database tells. */
function changedText({ query: { statements } }: Run): string {
  const counts = statements.flatMap(({ affected }) => affected ?? []);
  const changed = counts.length === 0 ? null : counts.reduce((sum, one) => sum + one, 0);
  return affectedWords(changed) ?? t('The statement ran and gives no rows.');
}
