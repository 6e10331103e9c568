import { t } from '@tessera/core/messages';
import { isActive } from '@tessera/core/sql-editor/query-states';
import type { EditorDatabase } from '../../../api/catalog.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { Tooltip } from '../../../ui/overlays/Tooltip.tsx';
import { LimitBox } from './LimitBox.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { RunButton } from './RunButton.tsx';
import { RunStatus } from './RunStatus.tsx';
import { SaveButton } from './SaveButton.tsx';
import { ShareButton } from './ShareButton.tsx';
import type { ToolbarProps } from './toolbar-props.ts';
import classes from './Toolbar.module.css';

/** What is done with a query: run and stop it, bound it, save and share it. */
export function Toolbar(props: ToolbarProps) {
  const { tab, run, database, actions } = props;
  const isNarrow = useNarrow();
  return (
    <div role="toolbar" aria-label={t('Query')} className={classes['toolbar']}>
      <RunButton {...props} />
      <LimitBox tab={tab} />
      {run && isActive(run.state) && <RunStatus run={run} />}
      <span className={classes['end']}>
        {database && (tab.hideLeftBar || isNarrow) && <WriteBadge database={database} />}
        <SaveButton tab={tab} actions={actions} />
        {!isNarrow && <ShareButton tab={tab} actions={actions} />}
        <MoreMenu {...props} />
      </span>
    </div>
  );
}

/** Whether a statement can change something here; the bar of tables says so where it is shown. */
function WriteBadge({ database }: { readonly database: EditorDatabase }) {
  return database.allow_dml ? (
    <Tooltip label={t('Statements may change the data of this database.')}>
      <span>
        <Badge tone="danger">{t('Writes')}</Badge>
      </span>
    </Tooltip>
  ) : (
    <Tooltip label={t('No statement changes the data of this database.')}>
      <span className={classes['wide']}>
        <Badge>{t('Read-only')}</Badge>
      </span>
    </Tooltip>
  );
}
