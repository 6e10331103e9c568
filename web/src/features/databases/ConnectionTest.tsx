import { IconCheck, IconCircle, IconCircleDashed, IconCopy, IconLockOpen, IconX } from '@tabler/icons-react';
import { msg, t, tMarked } from '@tessera/core/messages';
import { elapsedText } from '../../chart/elapsed-text.ts';
import { useElapsed } from '../../chart/Elapsed.tsx';
import { ApiError } from '../../api/api-error.ts';
import type { ConnectionField, StepName } from '../../api/databases.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { copyText } from '../../ui/feedback/copy.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { ErrorText } from '../../ui/feedback/ErrorText.tsx';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import {
  adviceOf,
  fileStepLabels,
  isOfFiles,
  stepLabels,
  stepStates,
  stepsOf,
  type Step,
  type StepState,
  type TestRun,
} from './connection-steps.ts';
import classes from './DatabaseDialog.module.css';

type ConnectionTestProps = {
  /** `null`: nothing was tested yet. */
  readonly run: TestRun | null;
  readonly fields: readonly ConnectionField[];
  readonly error: Error | null;
  /** The field that says the reason already, by its label. */
  readonly shownAt: string | null;
  /** Statements that make a role which may read; `null` where they would not help. */
  readonly roleSql: string | null;
  readonly onStop: () => void;
};

const words: Readonly<Record<StepState, string>> = {
  waiting: msg('not tried yet'),
  running: msg('being tried'),
  passed: msg('passed'),
  failed: msg('failed'),
  skipped: msg('not tried'),
};

/** The steps of the test as they are done, how long it takes, which one failed, and what to do. */
export function ConnectionTest({ run, fields, error, shownAt, roleSql, onStop }: ConnectionTestProps) {
  const ofFiles = isOfFiles(fields);
  const of = (texts: Readonly<Partial<Record<StepName, string>>>, ofFile: typeof texts, name: StepName) =>
    tMarked((ofFiles ? ofFile[name] : undefined) ?? texts[name] ?? name);
  const failed = run?.failed ?? null;
  const advice = failed === null ? null : adviceOf(error instanceof ApiError ? error.code : null, failed, fields);
  return (
    <div className={classes['test']} data-state={run?.state ?? 'idle'}>
      <div className={classes['testHead']} role="status" aria-live="polite">
        <p className={classes['verdict']}>
          {run?.state === 'running' ? (
            <RunningText since={run.startedAt} />
          ) : advice ? (
            tMarked(advice.verdict)
          ) : (
            verdict(run)
          )}
        </p>
        {run?.state === 'running' && (
          <Button size="small" onClick={onStop}>
            {t('Stop')}
          </Button>
        )}
      </div>
      <ul className={classes['steps']} aria-label={t('Steps of the test')}>
        {stepStates(stepsOf(fields), run).map((step) => (
          <li
            key={step.name}
            className={classes['step']}
            data-state={step.state}
            data-noted={step.note === null ? undefined : true}
          >
            <StepIcon step={step} />
            {/* An open connection is not one that was secured. */}
            {step.name === 'tls' && step.note !== null ? t('Not encrypted') : of(stepLabels, fileStepLabels, step.name)}
            {step.name !== 'tls' && step.note !== null && (
              <span className={classes['stepNote']}>{tMarked(step.note)}</span>
            )}
            <span className="ts-visually-hidden">{`: ${tMarked(words[step.state])}`}</span>
          </li>
        ))}
      </ul>
      {error && shownAt === null && (
        <div className={classes['reason']}>
          <ErrorText text={describeError(error).title} />
        </div>
      )}
      {advice && <p className={classes['fix']}>{tMarked(advice.fix)}</p>}
      {roleSql !== null && <RoleAdvice sql={roleSql} />}
    </div>
  );
}

function RoleAdvice({ sql: roleSql }: { readonly sql: string }) {
  return (
    <details className={classes['role']}>
      <summary>{t('Make a role that can only read')}</summary>
      <p className={classes['fix']}>{t('Run this as an administrator of the database:')}</p>
      <pre className={classes['sql']}>{roleSql}</pre>
      <Button size="small" icon={<IconCopy size={14} stroke={1.5} />} onClick={() => void copyText(roleSql)}>
        {t('Copy')}
      </Button>
    </details>
  );
}

function RunningText({ since }: { readonly since: number }) {
  const ms = useElapsed(since);
  return (
    <>
      {t('Testing the connection…')}
      {/* Ten times a second is nothing to read aloud. */}
      <span className={classes['elapsed']} aria-hidden>
        {ms < 1000 ? '' : elapsedText(ms)}
      </span>
    </>
  );
}

function verdict(run: TestRun | null): string {
  if (run === null) return t('Not tested yet.');
  if (run.state === 'passed') return t('The connection works.');
  if (run.state === 'stopped') return t('The test was stopped.');
  return t('The connection could not be tested.');
}

function StepIcon({ step: { state, name, note } }: { readonly step: Step }) {
  if (state === 'passed' && name === 'tls' && note !== null) return <IconLockOpen size={14} stroke={1.5} aria-hidden />;
  switch (state) {
    case 'running':
      return <Spinner size={14} />;
    case 'passed':
      return <IconCheck size={14} stroke={2} aria-hidden />;
    case 'failed':
      return <IconX size={14} stroke={2} aria-hidden />;
    case 'waiting':
      return <IconCircle size={14} stroke={1.5} aria-hidden />;
    case 'skipped':
      return <IconCircleDashed size={14} stroke={1.5} aria-hidden />;
  }
}
