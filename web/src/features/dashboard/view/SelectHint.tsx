import { t } from '@tessera/core/messages';
import { useEffect, useState } from 'react';
import { useStored } from '../../../ui/common/use-stored.ts';
import classes from './SelectHint.module.css';

/** Whoever only passes by learns nothing. */
const DELAY_MS = 500;

type SelectHintProps = { readonly brushes: boolean };

/** What a press on a chart does to the others: once in each browser, where the pointer first stays. */
export function SelectHint({ brushes }: SelectHintProps) {
  const [known, setKnown] = useStored('tessera.knows-selections', 'no', (stored) => (stored === 'yes' ? 'yes' : 'no'));
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    // A finger has no place to rest: its first press says it.
    if (known === 'yes' || !matchMedia('(hover: hover)').matches) return;
    const timer = setTimeout(() => {
      setShown(true);
      setKnown('yes');
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [known, setKnown]);
  if (!isShown) return null;
  return (
    <p className={classes['hint']} data-hint>
      {brushes
        ? t('A click filters the other charts, a drag takes a range. Ctrl or ⌘ adds, Esc clears.')
        : t('A click filters the other charts. Ctrl or ⌘ adds, Esc clears.')}
    </p>
  );
}
