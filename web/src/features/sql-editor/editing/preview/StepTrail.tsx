import { t } from '@tessera/core/messages';
import type { Step, Steps } from '@tessera/query/sql-assist/steps';
import classes from '../SqlField.module.css';

type StepTrailProps = {
  readonly steps: Steps | null;
  /** Put the cursor into a query. */
  readonly onGo: (step: Step) => void;
};

/** The queries of the statement that the cursor is in; the one that it stands in is the one that is previewed. */
export function StepTrail({ steps, onGo }: StepTrailProps) {
  if (steps === null) return <span />;
  const current = steps.trail.at(-1);
  const inner = steps.trail.slice(1).filter(({ from }) => !steps.all.some((each) => each.from === from));
  const shown = [
    ...steps.all.filter(({ kind }) => kind === 'cte'),
    ...steps.all.filter(({ kind }) => kind !== 'cte'),
    ...inner,
  ];
  if (shown.length < 2) return <span />;
  return (
    <nav className={classes['trail']} aria-label={t('Queries of the statement')}>
      {shown.map((step) => (
        <button
          key={`${step.kind} ${step.from}`}
          type="button"
          className={classes['step']}
          aria-current={step.from === current?.from && step.kind === current.kind ? 'step' : undefined}
          onClick={() => onGo(step)}
        >
          {step.name ?? (step.kind === 'statement' ? t('Result') : t('Query in brackets'))}
        </button>
      ))}
    </nav>
  );
}
