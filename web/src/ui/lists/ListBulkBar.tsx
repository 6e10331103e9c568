import { IconX } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { ConfirmDialog } from '../overlays/ConfirmDialog.tsx';
import { describeError } from '../feedback/describe-error.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import type { BulkAction } from './list-page-types.ts';
import classes from './ListPage.module.css';
import { toast } from '../feedback/toast-store.ts';

type BulkBarProps = {
  readonly ids: readonly number[];
  readonly actions: readonly BulkAction[];
  readonly onClear: () => void;
  readonly onDone: () => void;
};

/** Appears on selection; each action names how many it touches. */
export function BulkBar({ ids, actions, onClear, onDone }: BulkBarProps) {
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const [running, setRunning] = useState(false);
  const question = asked?.confirm?.(ids.length, ids);

  const run = async (action: BulkAction) => {
    setRunning(true);
    try {
      if ((await action.run(ids)) !== false) onDone();
    } catch (error) {
      toast.danger(describeError(error).title);
    } finally {
      setRunning(false);
      setAsked(null);
    }
  };

  return (
    <div className={classes['bulk']} role="toolbar" aria-label={t('With the selected')}>
      <span role="status">{tn('1 selected', '%(count)s selected', ids.length)}</span>
      {actions.map((action) => (
        <Button
          key={action.label}
          size="small"
          icon={action.icon}
          loading={running && asked === null}
          onClick={() => (action.confirm ? setAsked(action) : void run(action))}
        >
          {action.label}
        </Button>
      ))}
      <IconButton size="small" label={t('Clear selection')} icon={<IconX size={14} stroke={1.5} />} onClick={onClear} />
      {asked !== null && question !== undefined && (
        <ConfirmDialog
          opened
          title={question.title}
          action={question.action}
          danger={asked.danger ?? false}
          loading={running}
          onConfirm={() => void run(asked)}
          onClose={() => setAsked(null)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </div>
  );
}
