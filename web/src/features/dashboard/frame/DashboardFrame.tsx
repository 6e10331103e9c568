import { useRef, type ReactNode } from 'react';
import { cx } from '../../../ui/common/cx.ts';
import styles from './Frame.module.css';
import { useFrameSize } from './use-frame-size.ts';

type DashboardFrameProps = {
  /** The title row; it stays in view. Without one the page begins with what comes next. */
  readonly header?: ReactNode;
  /** Filters over the canvas. */
  readonly topBar?: ReactNode;
  /** Filters to the left of the canvas. */
  readonly rail?: ReactNode;
  /** What lies over the lower edge of the window and takes no room. */
  readonly overlay?: ReactNode;
  /** What can be added, over the canvas, which keeps its width. */
  readonly palette?: ReactNode;
  readonly isEditing?: boolean;
  /** Without the bar of the product above it. */
  readonly isBare?: boolean;
  readonly dashboardId?: number;
  readonly children: ReactNode;
};

/** Where the parts of a dashboard page stand. A part that is left out takes no room. */
export function DashboardFrame({
  header,
  topBar,
  rail,
  overlay,
  palette,
  isEditing = false,
  isBare = false,
  dashboardId,
  children,
}: DashboardFrameProps) {
  const page = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const railPlace = useRef<HTMLDivElement>(null);
  const arrangement = useFrameSize({ page, head, rail: railPlace, hasRail: isPresent(rail) });
  return (
    <div
      ref={page}
      className={cx(styles['page'], isBare && styles['bare'])}
      data-arrangement={arrangement}
      data-editing={isEditing || undefined}
    >
      {isPresent(header) && (
        <div ref={head} className={styles['head']}>
          {header}
        </div>
      )}
      {/* Styles of the author reach these: whatever they hide, the title row and its menu stay. */}
      {isPresent(topBar) && (
        <div className={styles['topBar']} data-dashboard-id={dashboardId}>
          {topBar}
        </div>
      )}
      <div className={styles['body']} data-dashboard-id={dashboardId}>
        {isPresent(rail) && (
          <div ref={railPlace} className={styles['rail']}>
            {rail}
          </div>
        )}
        <div className={styles['canvas']} data-dashboard-canvas>
          {children}
        </div>
      </div>
      {isPresent(overlay) && <div className={styles['overlay']}>{overlay}</div>}
      {palette}
    </div>
  );
}

function isPresent(slot: ReactNode): boolean {
  return slot !== undefined && slot !== null && slot !== false;
}
