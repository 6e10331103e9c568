import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../common/cx.ts';
import classes from './State.module.css';
import { TileDrawing } from './TileDrawing.tsx';

type EmptyStateProps = {
  /** One sentence: why nothing is here. */
  readonly title: string;
  readonly children?: ReactNode;
  /** The one thing to do about it. */
  readonly action?: ReactNode;
  readonly drawing?: ComponentProps<typeof TileDrawing>['shape'] | 'none';
  readonly small?: boolean;
};

export function EmptyState({ title, children, action, drawing = 'wall', small = false }: EmptyStateProps) {
  return (
    <div className={cx(classes['state'], small && classes['small'])}>
      {drawing !== 'none' && !small && <TileDrawing shape={drawing} />}
      <p className={classes['title']}>{title}</p>
      {children !== undefined && <div className={classes['text']}>{children}</div>}
      {action !== undefined && <div className={classes['actions']}>{action}</div>}
    </div>
  );
}
