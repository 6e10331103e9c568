import { hrefOf } from '@tessera/core/pages';
import { t, tn } from '@tessera/core/messages';
import { Link } from 'react-router';
import type { TaggedType, TagRef } from '../../api/tags.ts';
import classes from './Tags.module.css';

const shownAtMost = 2;
/** The lists of what carries tags. */
const lists = { chart: 'charts', dashboard: 'dashboards', query: 'savedQueries' } as const;

type TagChipsProps = {
  readonly tags: readonly Pick<TagRef, 'id' | 'name'>[];
  /** Of which list a press leaves those with the tag. */
  readonly type: TaggedType;
};

/** The tags of a row; each leads to the list of what carries it. */
export function TagChips({ tags, type }: TagChipsProps) {
  if (tags.length === 0) return null;
  const more = tags.length - shownAtMost;
  return (
    <span className={classes['chips']}>
      {tags.slice(0, shownAtMost).map(({ id, name }) => (
        <Link
          key={id}
          className={classes['chip'] ?? ''}
          title={t('Show those with the tag %(name)s', { name })}
          to={hrefOf(lists[type], {}, { 'f.tag': id })}
        >
          {name}
        </Link>
      ))}
      {more > 0 && (
        <span
          className={classes['more']}
          title={tags
            .slice(shownAtMost)
            .map(({ name }) => name)
            .join(', ')}
        >
          {tn('and 1 more', 'and %(count)s more', more)}
        </span>
      )}
    </span>
  );
}
