import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import classes from './Explore.module.css';

/** The page at its final size while its data comes. */
export function ExploreSkeleton() {
  return (
    <div className={classes['page']} aria-busy>
      <div className={classes['titleBar']}>
        <Skeleton width={260} height={24} />
      </div>
      <div className={classes['columns']}>
        <div className={classes['fieldsColumn']}>
          <div className={classes['skeletonPanel']}>
            {Array.from({ length: 12 }, (_, row) => (
              <Skeleton key={row} height={24} />
            ))}
          </div>
        </div>
        <div className={classes['controlsColumn']}>
          <div className={classes['skeletonPanel']}>
            {Array.from({ length: 7 }, (_, row) => (
              <Skeleton key={row} height={56} />
            ))}
          </div>
        </div>
        <div className={classes['chartColumn']}>
          <div className={classes['skeletonPanel']}>
            <Skeleton height={420} />
          </div>
        </div>
      </div>
    </div>
  );
}
