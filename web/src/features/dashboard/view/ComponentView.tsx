import { availableWidth } from '@tessera/core/layout/widths';
import { componentOf, type LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { memo, useMemo, type CSSProperties, type ReactNode } from 'react';
import { cx } from '../../../ui/common/cx.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { leastCardWidth } from '../card-size.ts';
import classes from '../Dashboard.module.css';
import { useChartItem } from '../dashboard-data.tsx';
import { useDashboard } from '../DashboardProvider.tsx';
import { shownLayout } from '../dashboard-store.ts';
import { ComponentFrame } from './ComponentFrame.tsx';
import { ChartCard } from './ChartCard.tsx';
import { HeaderText } from './HeaderText.tsx';
import { MarkdownCard } from './MarkdownCard.tsx';
import { TabsView } from './TabsView.tsx';

export type ViewOptions = { readonly hidesTabs: boolean; readonly hidesControls: boolean };

/**
 * One component of the layout with all that lies in it. What the page around it counts or waits for does not draw it
 * again.
 */
export const ComponentView = memo(function ComponentView({
  id,
  options,
}: {
  readonly id: string;
  readonly options: ViewOptions;
}): ReactNode {
  // Only its own part of the layout: a change elsewhere draws nothing here.
  const component = useDashboard((state) => componentOf(shownLayout(state), id));
  if (!component) return null;
  const children = () => component.children.map((child) => <ComponentView key={child} id={child} options={options} />);

  switch (component.type) {
    case 'ROOT':
      return <>{children()}</>;
    case 'GRID':
      return <GridView component={component}>{children()}</GridView>;
    case 'ROW':
      return <RowView component={component}>{children()}</RowView>;
    case 'COLUMN':
      return <ColumnView component={component}>{children()}</ColumnView>;
    case 'TABS':
      return (
        <ComponentFrame component={component} className={classes['tabs']}>
          <TabsView
            component={component}
            hidesBar={options.hidesTabs}
            renderTab={(tabId) => <ComponentView id={tabId} options={options} />}
          />
        </ComponentFrame>
      );
    case 'TAB':
      return (
        <ComponentFrame component={component} fixed className={classes['tab']}>
          {component.children.length === 0 ? <EmptyPlace text={t('This tab is empty.')} /> : children()}
        </ComponentFrame>
      );
    case 'CHART':
      return <ChartPlacement component={component} hidesControls={options.hidesControls} />;
    case 'MARKDOWN':
      return (
        <ComponentFrame component={component} className={classes['sized']}>
          <MarkdownCard component={component} />
        </ComponentFrame>
      );
    case 'HEADER':
      return <HeaderView component={component} />;
    case 'DIVIDER':
      return (
        <ComponentFrame component={component} className={classes['dividerFrame']}>
          <hr className={classes['divider']} />
        </ComponentFrame>
      );
    case 'DYNAMIC':
      return <UnknownView component={component} />;
  }
});

/** What another product draws here: it keeps its place and everything that is stored of it. */
function UnknownView({ component }: { readonly component: LayoutComponent }) {
  const { componentKey } = component.meta;
  const name = typeof componentKey === 'string' ? componentKey : '';
  return (
    <ComponentFrame component={component}>
      <p className={classes['unknown']}>
        {name === ''
          ? t('This component needs an extension that is not installed.')
          : t('The component "%(name)s" needs an extension that is not installed.', { name })}
      </p>
    </ComponentFrame>
  );
}

/** One chart at one place of the dashboard. */
function ChartPlacement(props: { readonly component: LayoutComponent; readonly hidesControls: boolean }) {
  const { component } = props;
  const type = useChartItem(component.meta.chartId ?? 0)?.viz_type ?? '';
  const style = useMemo(() => ({ '--min-width': `${leastCardWidth(type)}px` }) as CSSProperties, [type]);
  return (
    <ComponentFrame component={component} className={classes['sized']} style={style}>
      <ChartCard {...props} />
    </ComponentFrame>
  );
}

function HeaderView({ component }: { readonly component: LayoutComponent }) {
  return (
    <ComponentFrame
      component={component}
      className={cx(classes['headerFrame'], isWhite(component) && classes['white'])}
    >
      <HeaderText component={component} />
    </ComponentFrame>
  );
}

function GridView({ component, children }: { readonly component: LayoutComponent; readonly children: ReactNode }) {
  const editMode = useDashboard((state) => state.editMode);
  const isEmpty = component.children.length === 0;
  return (
    <ComponentFrame component={component} fixed className={cx(classes['grid'], isEmpty && classes['gridEmpty'])}>
      {isEmpty && editMode ? <EmptyPlace text={t('Drag a chart here, or press Add beside its name.')} /> : children}
    </ComponentFrame>
  );
}

type ContainerProps = { readonly component: LayoutComponent; readonly children: ReactNode };

function RowView({ component, children }: ContainerProps) {
  const columns = useDashboard((state) => availableWidth(shownLayout(state), component.id));
  return (
    <ComponentFrame
      component={component}
      className={cx(classes['row'], isWhite(component) && classes['white'])}
      style={{ '--columns': columns } as CSSProperties}
    >
      {component.children.length === 0 ? <EmptyPlace text={t('An empty row: drop charts and text here.')} /> : children}
    </ComponentFrame>
  );
}

function ColumnView({ component, children }: ContainerProps) {
  return (
    <ComponentFrame component={component} className={cx(classes['column'], isWhite(component) && classes['white'])}>
      {component.children.length === 0 ? (
        <EmptyPlace text={t('An empty column: drop charts and text here.')} />
      ) : (
        children
      )}
    </ComponentFrame>
  );
}

/** Says what belongs here; users who only look see nothing of it. */
function EmptyPlace({ text }: { readonly text: string }) {
  const editMode = useDashboard((state) => state.editMode);
  return editMode ? (
    <div className={classes['emptyPlace']}>
      <EmptyState small drawing="none" title={text} />
    </div>
  ) : null;
}

function isWhite(component: LayoutComponent): boolean {
  return component.meta.background === 'BACKGROUND_WHITE';
}
