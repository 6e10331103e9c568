import { t } from '@tessera/core/messages';
import { useEffect, useRef } from 'react';
import { useNow } from '../../chart/use-now.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { WaysOut } from '../../ui/feedback/WaysOut.tsx';
import classes from './SaveConflict.module.css';
import { conflictSentence } from './saved-chart.ts';
import type { SavedChart } from '../../chart-editor/draft.ts';

type SaveConflictProps = {
  /** The chart as it is stored by now. */
  readonly theirs: SavedChart;
  readonly busy: boolean;
  readonly onOverwrite: () => void;
  readonly onSaveAsNew: () => void;
  readonly onReload: () => void;
};

/**
 * Someone else saved while this user was editing: who, when, and what can be done. None of it happens without a
 * click.
 */
export function SaveConflict({ theirs, busy, onOverwrite, onSaveAsNew, onReload }: SaveConflictProps) {
  const place = useRef<HTMLDivElement>(null);
  const now = useNow();
  // The button that was pressed is gone; the keyboard goes on here, before the choices. A newer version is reported
  // again.
  useEffect(() => place.current?.focus(), [theirs.version]);
  return (
    <div ref={place} role="alert" tabIndex={-1} className={classes['conflict']}>
      <p className={classes['what']}>{conflictSentence(theirs, now)}</p>
      <WaysOut
        ways={[
          {
            id: 'new',
            button: (
              <Button
                variant="primary"
                disabledReason={busy ? t('The chart is being saved.') : null}
                onClick={onSaveAsNew}
              >
                {t('Save mine as new')}
              </Button>
            ),
            consequence: t('Both versions stay.'),
          },
          {
            id: 'overwrite',
            button: (
              <Button variant="danger" loading={busy} onClick={onOverwrite}>
                {t('Overwrite')}
              </Button>
            ),
            consequence: t('Their changes since you opened it are lost.'),
          },
          {
            id: 'reload',
            button: (
              <Button disabledReason={busy ? t('The chart is being saved.') : null} onClick={onReload}>
                {t('Discard mine and load theirs')}
              </Button>
            ),
            consequence: t('Your unsaved changes are lost.'),
          },
        ]}
      />
    </div>
  );
}
