import { IconCheck, IconCircle, IconCircleDashed, IconCopy, IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { ApiError } from '../../api/client.ts';
import { isAbort } from '../../api/api-error.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy.ts';
import { describeError } from '../../ui/describe-error.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { failedStep, fixes, stepLabels, stepStates, type StepName, type StepState, type TestOutcome } from './connection-steps.ts';
import classes from './DatabaseDialog.module.css';
import { readOnlySql } from './read-only-sql.ts';

type ConnectionTestProps = {
  readonly steps: readonly StepName[];
  readonly engine: string;
  /** `running`, `passed`, the error, or nothing yet. */
  readonly outcome: 'running' | 'passed' | Error | null;
  readonly user: string | null;
};

const words: Readonly<Record<StepState, string>> = { waiting: 'not tried yet', running: 'being tried', passed: 'passed', failed: 'failed', skipped: 'not tried' };

/** The steps of the test, which one failed, the database's own words, and what to do. */
export function ConnectionTest({ steps, engine, outcome, user }: ConnectionTestProps) {
  if (outcome === null || isAbort(outcome)) return null;
  const error = outcome instanceof Error ? outcome : null;
  const code = error instanceof ApiError ? error.code : null;
  const states = stepStates(steps, toOutcome(outcome, code));
  const failed = failedStep(code);
  const sql = failed === 'rights' || failed === 'login' ? readOnlySql(engine, user) : null;

  return (
    <div ref={showOnce} className={classes['test']} role="status" aria-live="polite">
      <ul className={classes['steps']}>
        {states.map(({ name, state }) => (
          <li key={name} className={classes['step']} data-state={state}>
            <StepIcon state={state} />
            {t(stepLabels[name])}
            <span className="ts-visually-hidden">{`: ${t(words[state])}`}</span>
          </li>
        ))}
      </ul>
      {outcome === 'passed' && <p className={classes['reason']}>{t('The connection works.')}</p>}
      {error && <p className={classes['reason']}>{describeError(error).title}</p>}
      {failed !== null && <p className={classes['fix']}>{t(fixes[failed])}</p>}
      {sql !== null && (
        <>
          <p className={classes['fix']}>{t('A role that can only read, to run as an administrator of the database:')}</p>
          <pre className={classes['sql']}>{sql}</pre>
          <span>
            <Button size="small" icon={<IconCopy size={14} stroke={1.5} />} onClick={() => void copyText(sql)}>{t('Copy')}</Button>
          </span>
        </>
      )}
    </div>
  );
}

/** The verdict may lie below what the dialog shows. */
function showOnce(element: HTMLDivElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function StepIcon({ state }: { readonly state: StepState }) {
  switch (state) {
    case 'running': return <Spinner size={14} />;
    case 'passed': return <IconCheck size={14} stroke={2} aria-hidden />;
    case 'failed': return <IconX size={14} stroke={2} aria-hidden />;
    case 'waiting': return <IconCircle size={14} stroke={1.5} aria-hidden />;
    case 'skipped': return <IconCircleDashed size={14} stroke={1.5} aria-hidden />;
  }
}

function toOutcome(outcome: 'running' | 'passed' | Error, code: string | null): TestOutcome {
  return outcome instanceof Error ? { kind: 'failed', code } : { kind: outcome };
}
