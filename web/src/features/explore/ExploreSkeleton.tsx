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
          <FieldsSkeleton />
        </div>
        <div className={classes['controlsColumn']}>
          <SettingsSkeleton />
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

export function FieldsSkeleton() {
  return <PanelSkeleton rows={12} height={24} />;
}

export function SettingsSkeleton() {
  return <PanelSkeleton rows={7} height={56} />;
}

function PanelSkeleton({ rows, height }: { readonly rows: number; readonly height: number }) {
  return (
    <div className={classes['skeletonPanel']}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} />
      ))}
    </div>
  );
}
