import { IconAlertTriangle, IconCopy, IconRefresh } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { Button } from '../../../ui/buttons/Button.tsx';
import { copyText } from '../../../ui/feedback/copy.ts';
import { ErrorText } from '../../../ui/feedback/ErrorText.tsx';
import type { Run, RunError } from '../runs/run.ts';
import { startRun } from '../runs/runs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './ResultsPane.module.css';

/** What went wrong, where, why it may be, and what can be done. */
export function RunProblem({ tab, run }: { readonly tab: EditorTab; readonly run: Run }) {
  const isGone = run.errors.some((error) => error.isGone);
  const details = run.errors.map(detailsOf).join('\n\n');
  return (
    <div role="alert" className={classes['problem']}>
      {run.errors.map((error) => (
        <Problem key={error.message} error={error} />
      ))}
      <div className={classes['problemActions']}>
        <Button
          size="small"
          variant={isGone ? 'primary' : 'default'}
          icon={<IconRefresh size={14} stroke={1.5} />}
          onClick={() => startRun(tab, run.script, run.way)}
        >
          {t('Run again')}
        </Button>
        <Button
          size="small"
          icon={<IconCopy size={14} stroke={1.5} />}
          onClick={() => void copyText(`${details}\n\n${run.query.executedSql ?? run.script.sql}`)}
        >
          {t('Copy details')}
        </Button>
      </div>
    </div>
  );
}

function Problem({ error }: { readonly error: RunError }) {
  const { message, place, issues } = error;
  return (
    <div className={classes['problemItem']}>
      <IconAlertTriangle size={18} stroke={1.5} className={classes['problemIcon']} aria-hidden />
      <div>
        {place !== null && <p className={classes['problemPlace']}>{placeWords(place)}</p>}
        <p className={classes['problemText']}>
          <ErrorText text={message} />
        </p>
        {issues.length > 0 && (
          <details className={classes['problemIssues']}>
            <summary>{t('This may be triggered by:')}</summary>
            <ul>
              {issues.map((issue) => (
                <li key={issue}>{issue}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  );
}

function placeWords({ line, column }: NonNullable<RunError['place']>): string {
  return column === null ? t('Line %s', line) : t('Line %(line)s, column %(column)s', { line, column });
}

function detailsOf({ message, type, place, issues }: RunError): string {
  return [type, place === null ? null : placeWords(place), message, ...issues]
    .filter((part) => part !== null)
    .join('\n');
}
