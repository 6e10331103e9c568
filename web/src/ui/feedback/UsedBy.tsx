import { tn } from '@tessera/core/messages';
import { namesText } from './names-text.ts';
import classes from './UsedBy.module.css';

type UsedByProps = {
  readonly kinds: readonly {
    readonly label: string;
    readonly names: readonly string[];
    /** Of all of them, not only of those that are named. */ readonly count: number;
  }[];
};

/** What stands on an object, by kind and by name; kinds without any are left out. */
export function UsedBy({ kinds }: UsedByProps) {
  return (
    <dl className={classes['list']}>
      {kinds
        .filter(({ count }) => count > 0)
        .map(({ label, names, count }) => (
          <div key={label}>
            <dt className={classes['kind']}>
              {tn('%(label)s (%(count)s)', '%(label)s (%(count)s)', count, { label })}
            </dt>
            <dd className={classes['names']}>{namesText(names, count)}</dd>
          </div>
        ))}
    </dl>
  );
}
