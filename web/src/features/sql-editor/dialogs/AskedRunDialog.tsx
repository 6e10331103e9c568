import { numberText, t, tn } from '@tessera/core/messages';
import type { RunQuestion } from '@tessera/core/errors/sql-runs';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import type { AskedRun } from '../runs/run.ts';
import classes from './Dialogs.module.css';
import { SqlText } from './SqlText.tsx';

type AskedRunDialogProps = {
  readonly asked: AskedRun;
  readonly onRun: () => void;
  readonly onClose: () => void;
};

/** Asks before a run that costs much, or that changes data. */
export function AskedRunDialog({ asked: { script, question }, onRun, onClose }: AskedRunDialogProps) {
  const writes = question.why === 'write';
  return (
    <ConfirmDialog
      opened
      title={writes ? t('Change data?') : t('Run a costly query?')}
      action={writes ? t('Change the data') : t('Run')}
      danger={writes}
      onConfirm={onRun}
      onClose={onClose}
    >
      <p className={classes['question']}>{textOf(question)}</p>
      <SqlText label={t('What runs')} sql={script.sql.trim()} />
    </ConfirmDialog>
  );
}

function textOf(question: RunQuestion): string {
  if (question.why === 'cost') {
    const cost = numberText(Math.round(question.cost));
    const threshold = numberText(question.threshold);
    return question.unit === 'rows'
      ? tn(
          'The database expects it to read 1 row. What reads more than %(threshold)s is asked about.',
          'The database expects it to read %(count)s rows. What reads more than %(threshold)s is asked about.',
          Math.round(question.cost),
          { count: cost, threshold },
        )
      : t('The planner of the database puts its cost at %(cost)s. What costs more than %(threshold)s is asked about.', {
          cost,
          threshold,
        });
  }
  const { statements, affected, database } = question;
  if (statements > 1)
    return tn(
      '1 statement changes data of the database %(database)s. It cannot be undone here.',
      '%(count)s statements change data of the database %(database)s. It cannot be undone here.',
      statements,
      { database },
    );
  if (affected === null)
    return t(
      'It changes data of the database %(database)s, which cannot tell how many rows. It cannot be undone here.',
      {
        database,
      },
    );
  return tn(
    'It changes 1 row of the database %(database)s. It cannot be undone here.',
    'It changes %(count)s rows of the database %(database)s. It cannot be undone here.',
    affected,
    { database },
  );
}
