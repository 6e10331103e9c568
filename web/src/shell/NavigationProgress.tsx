import { t } from '@tessera/core/messages';
import { useEffect, useState } from 'react';
import classes from './NavigationProgress.module.css';

/** A line under the bar while the code of the next page loads; nothing for the first 300 ms. */
export function NavigationProgress({ busy }: { readonly busy: boolean }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(busy), busy ? 300 : 0);
    return () => clearTimeout(timer);
  }, [busy]);
  return busy && late ? (
    <div role="progressbar" aria-label={t('Loading the page')} className={classes['line']} />
  ) : null;
}
