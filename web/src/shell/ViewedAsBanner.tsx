import { IconEye } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { nameOf, type Me } from '../api/me.ts';
import { addressAs } from '../api/viewed-as.ts';
import { Button } from '../ui/buttons/Button.tsx';
import classes from './Shell.module.css';

/** Says whose view this is, and leads back to one's own. */
export function ViewedAsBanner({ user }: { readonly user: Me }) {
  return (
    <div role="status" className={classes['viewedAs']}>
      <IconEye size={16} stroke={1.5} aria-hidden />
      <span>{t('You see what %s sees. Nothing can be changed.', nameOf(user))}</span>
      <Button size="small" onClick={() => location.assign(addressAs(null))}>
        {t('Back to your own view')}
      </Button>
    </div>
  );
}
