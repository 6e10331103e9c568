import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import classes from './ProfilePage.module.css';

/** After a 412: what was typed is still here, joined with what the other person saved. */
export function ChangedMeanwhile({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={classes['changed']} role="alert">
      <p>{t('Somebody saved this while you were editing it. Nothing of yours is lost: look it over and save again.')}</p>
      {children}
    </div>
  );
}
