import { t } from '@tessera/core/messages';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import classes from './SqlEditor.module.css';

/** Holds the places of the panes while the tabs come. */
export function EditorSkeleton() {
  return (
    <div className={classes['body']} role="status" aria-label={t('Loading…')}>
      <div className={classes['skeletonBar']}>
        <Skeleton height={32} />
        <Skeleton height={32} />
      </div>
      <div className={classes['work']}>
        <div className={classes['skeletonText']}>
          <Skeleton width={180} height={32} />
          <Skeleton height={180} radius="var(--ts-radius)" />
        </div>
      </div>
    </div>
  );
}
