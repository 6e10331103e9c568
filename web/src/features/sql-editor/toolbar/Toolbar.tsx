import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { isActive } from '@tessera/core/sql-editor/query-states';
import { Button } from '../../../ui/buttons/Button.tsx';
import type { Run } from '../runs/run.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from '../SqlEditor.module.css';

type ToolbarProps = {
  readonly tab: EditorTab;
  readonly run: Run | null;
  readonly onRun: () => void;
  readonly onStop: () => void;
};

/** Run and stop. */
export function Toolbar({ tab, run, onRun, onStop }: ToolbarProps) {
  const isRunning = run !== null && isActive(run.state);
  return (
    <div className={classes['toolbar']}>
      {isRunning ? (
        <Button icon={<IconPlayerStop size={16} stroke={1.5} />} onClick={onStop}>
          {t('Stop')}
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={<IconPlayerPlay size={16} stroke={1.5} />}
          onClick={onRun}
          disabledReason={tab.dbId === null ? t('Choose a database') : null}
        >
          {t('Run')}
        </Button>
      )}
    </div>
  );
}
