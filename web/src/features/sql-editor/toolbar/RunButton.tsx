import { IconChevronDown, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { isActive } from '@tessera/core/sql-editor/query-states';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../ui/overlays/Menu.tsx';
import { modifierKey } from './modifier-key.ts';
import { selectedScript } from './selection.ts';
import type { ToolbarProps } from './toolbar-props.ts';
import classes from './Toolbar.module.css';

/** Run what is selected, or everything; stop it while it runs. */
export function RunButton({ tab, run, database, actions }: ToolbarProps) {
  const isRunning = run !== null && isActive(run.state);
  const selection = selectedScript(tab);
  const problem = runProblem(tab.dbId, tab.sql);
  return (
    <span className={classes['run']}>
      {isRunning ? (
        <Button
          className={classes['stop']}
          icon={<IconPlayerStop size={16} stroke={1.5} />}
          aria-keyshortcuts="Escape"
          onClick={actions.stop}
        >
          {t('Stop')}
        </Button>
      ) : (
        <Button
          variant="primary"
          className={classes['runButton']}
          icon={<IconPlayerPlay size={16} stroke={1.5} />}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title={`${modifierKey()} Enter`}
          disabledReason={problem}
          onClick={() => actions.run()}
        >
          {selection === null ? t('Run') : t('Run selection')}
        </Button>
      )}
      <Ways tab={tab} database={database} actions={actions} />
    </span>
  );
}

/** Other ways to run it than the button's. */
function Ways({ tab, database, actions }: Omit<ToolbarProps, 'run'>) {
  const problem = runProblem(tab.dbId, tab.sql);
  const closed = t('This database does not allow it.');
  return (
    <Menu
      label={t('Ways to run')}
      position="bottom-start"
      width={280}
      trigger={
        <IconButton
          label={t('Ways to run')}
          icon={<IconChevronDown size={16} stroke={1.5} />}
          className={classes['ways']}
        />
      }
    >
      {selectedScript(tab) !== null && (
        <MenuItem disabledReason={problem} onClick={() => actions.run({ sql: tab.sql, at: 0 })}>
          {t('Run everything')}
        </MenuItem>
      )}
      <MenuItem
        disabledReason={problem ?? asyncProblem(database)}
        onClick={() => actions.run(undefined, { isAsync: true })}
      >
        {t('Run in the background')}
      </MenuItem>
      <MenuDivider />
      <MenuItem
        disabledReason={problem ?? (database?.allow_ctas === true ? null : closed)}
        onClick={() => actions.open('create_table')}
      >
        {t('Create a table from it…')}
      </MenuItem>
      <MenuItem
        disabledReason={problem ?? (database?.allow_cvas === true ? null : closed)}
        onClick={() => actions.open('create_view')}
      >
        {t('Create a view from it…')}
      </MenuItem>
      <MenuDivider />
      <MenuItem
        disabledReason={
          problem ?? (database?.allows_cost_estimate === true ? null : t('This database does not estimate costs.'))
        }
        onClick={() => actions.open('estimate')}
      >
        {t('Estimate the cost')}
      </MenuItem>
    </Menu>
  );
}

function runProblem(dbId: number | null, sql: string): string | null {
  if (dbId === null) return t('Choose a database first.');
  return sql.trim() === '' ? t('There is nothing to run yet.') : null;
}

function asyncProblem(database: ToolbarProps['database']): string | null {
  return database?.allow_run_async === true ? null : t('This database does not run queries in the background.');
}
