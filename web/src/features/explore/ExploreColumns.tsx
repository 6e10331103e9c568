import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useDeferredValue, type ReactNode } from 'react';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { ColumnBar } from './ColumnBar.tsx';
import classes from './Explore.module.css';
import { FieldsSkeleton, SettingsSkeleton } from './ExploreSkeleton.tsx';
import { useCollapsed } from '../../chart-editor/use-collapsed.ts';

export type ExploreView = 'fields' | 'settings' | 'chart';

type ExploreColumnsProps = {
  /** The part on screen where there is room for one alone. */
  readonly view: ExploreView;
  readonly onView: (view: ExploreView) => void;
  /** Given what folds the column away; nothing where it stands alone. */
  readonly fields: (fold: Fold) => ReactNode;
  readonly settings: (fold: Fold) => ReactNode;
  readonly chart: ReactNode;
};

/** Spread over a panel that can be folded away. */
export type Fold = { readonly onCollapse?: () => void };

/** What there is, how it is asked, what comes out: three columns, or one of them on a phone. */
export function ExploreColumns({ view, onView, fields, settings, chart }: ExploreColumnsProps) {
  const isNarrow = useNarrow();
  if (isNarrow)
    return (
      <Tabs
        label={t('Parts of the page')}
        value={view}
        onChange={onView}
        tabs={[
          { value: 'fields', label: t('Fields') },
          { value: 'settings', label: t('Settings') },
          { value: 'chart', label: t('Chart') },
        ]}
        className={classes['narrow'] ?? ''}
        panelClassName={classes['narrowPanel'] ?? ''}
      >
        {view === 'fields' && fields({})}
        {view === 'settings' && settings({})}
        {view === 'chart' && chart}
      </Tabs>
    );
  return (
    <div className={classes['columns']}>
      <FoldingColumn
        name="fields"
        label={t('Fields')}
        action={t('Show the fields')}
        look="fieldsColumn"
        skeleton={<FieldsSkeleton />}
      >
        {fields}
      </FoldingColumn>
      <FoldingColumn
        name="settings"
        label={t('Settings')}
        action={t('Show the settings')}
        look="controlsColumn"
        skeleton={<SettingsSkeleton />}
      >
        {settings}
      </FoldingColumn>
      {chart}
    </div>
  );
}

type FoldingColumnProps = {
  readonly name: string;
  readonly label: string;
  readonly action: string;
  readonly look: 'fieldsColumn' | 'controlsColumn';
  readonly skeleton: ReactNode;
  readonly children: (fold: Fold) => ReactNode;
};

function FoldingColumn({ name, label, action, look, skeleton, children }: FoldingColumnProps) {
  const { isCollapsed, toggle } = useCollapsed(name);
  // The picture is asked for and drawn first: what a column holds is made when nothing of it is to be done.
  const isFilled = useDeferredValue(true, false);
  if (isCollapsed)
    return (
      <ColumnBar
        label={label}
        action={action}
        icon={<IconLayoutSidebarLeftExpand size={16} stroke={1.5} />}
        onOpen={toggle}
      />
    );
  return (
    <div className={classes[look]} aria-busy={!isFilled}>
      {isFilled ? children({ onCollapse: toggle }) : skeleton}
    </div>
  );
}
