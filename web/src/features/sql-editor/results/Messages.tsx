import { IconCircleCheck, IconCircleX, IconClock, IconCopy, IconPlayerStop } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import { elapsedText } from '../../../chart/elapsed-text.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { copyText } from '../../../ui/feedback/copy.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import type { Run, RunStatement } from '../runs/run.ts';
import { affectedWords } from './result-words.ts';
import classes from './ResultsPane.module.css';

/** What each statement of a run did. */
export function Messages({ run }: { readonly run: Run }) {
  const { statements } = run.query;
  if (statements.length === 0) return <EmptyState title={t('Nothing has happened yet.')} drawing="none" small />;
  return (
    <ol className={classes['messages']}>
      {statements.map((statement, index) => (
        <Message key={`${index} ${statement.sql}`} statement={statement} />
      ))}
    </ol>
  );
}

function Message({ statement }: { readonly statement: RunStatement }) {
  const { sql, durationMs, problem } = statement;
  return (
    <li className={classes['message']}>
      <StateIcon state={statement.state} />
      <div className={classes['messageText']}>
        <code className={classes['messageSql']}>{sql.trim()}</code>
        <p>{problem ?? doneWords(statement)}</p>
      </div>
      {durationMs !== null && <span className={classes['messageTime']}>{elapsedText(durationMs)}</span>}
      <IconButton
        size="small"
        label={t('Copy the SQL')}
        icon={<IconCopy size={14} stroke={1.5} />}
        onClick={() => void copyText(sql, t('SQL copied'))}
      />
    </li>
  );
}

function StateIcon({ state }: Pick<RunStatement, 'state'>) {
  const look = { size: 16, stroke: 1.5 } as const;
  if (state === 'success') return <IconCircleCheck {...look} className={classes['good']} aria-label={t('Done')} />;
  if (state === 'failed' || state === 'timed_out')
    return <IconCircleX {...look} className={classes['bad']} aria-label={t('Failed')} />;
  if (state === 'stopped' || state === 'skipped')
    return <IconPlayerStop {...look} className={classes['bad']} aria-label={t('Stopped')} />;
  return <IconClock {...look} aria-label={t('Running')} />;
}

function doneWords({ state, rows, affected }: RunStatement): string {
  if (state === 'skipped') return t('Not run: a statement before it failed.');
  if (state === 'stopped') return t('Query was stopped.');
  if (state === 'timed_out') return t('It ran out of time.');
  if (state === 'pending') return t('Waiting');
  const parts = [affectedWords(affected), rows === null ? null : tn('1 row', '%(count)s rows', rows)];
  return parts.filter((part) => part !== null).join(', ') || (state === 'success' ? t('Done') : t('Running'));
}
