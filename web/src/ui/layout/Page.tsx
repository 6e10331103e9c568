import { useEffect, type ReactNode } from 'react';
import { cx } from '../common/cx.ts';
import classes from './Page.module.css';

/** The padding and width of an ordinary page; dashboards and Explore lay themselves out. */
export function Page({
  width = 'normal',
  children,
}: {
  readonly width?: 'normal' | 'narrow' | 'wide';
  readonly children: ReactNode;
}) {
  return <div className={cx(classes['page'], width !== 'normal' && classes[width])}>{children}</div>;
}

type PageTitleProps = {
  readonly title: string;
  /** Instead of the plain heading: a title that is edited in place. It brings its own h1. */
  readonly heading?: ReactNode;
  readonly chips?: ReactNode;
  /** At most one primary button. */
  readonly actions?: ReactNode;
};

/** Title, state chips, actions on the right; it also names the browser tab. */
export function PageTitle({ title, heading, chips, actions }: PageTitleProps) {
  useDocumentTitle(title);
  return (
    <div className={classes['titleRow']}>
      {heading ?? <h1 className={classes['title']}>{title}</h1>}
      {chips !== undefined && <div className={classes['chips']}>{chips}</div>}
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Tessera' : `${title} · Tessera`;
  }, [title]);
}
