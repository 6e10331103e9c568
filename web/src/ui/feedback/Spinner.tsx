import { t } from '@tessera/core/messages';
import { useEffect, useState } from 'react';
import { cx } from '../common/cx.ts';
import classes from './Spinner.module.css';

/** Sizes of the loading indicator in px ([9.0-28]). */
export const spinnerSizes = { page: 50, inline: 30 } as const;

export function Spinner({
  size = spinnerSizes.inline,
  className,
}: {
  readonly size?: number;
  readonly className?: string;
}) {
  return <span aria-hidden className={cx(classes['spinner'], className)} style={{ width: size, height: size }} />;
}

/** A spinner for a whole pane. Nothing shows for the first 300 ms: what is fast should not flicker. */
export function Loading({
  label = t('Loading…'),
  size = spinnerSizes.page,
}: {
  readonly label?: string;
  readonly size?: number;
}) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={label} className={classes['center']}>
      {late && <Spinner size={size} />}
    </div>
  );
}
