import { IconMessageCircle } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { useDashboard } from '../DashboardProvider.tsx';
import classes from './Comments.module.css';
import { openCount } from './threads.ts';
import { useComments } from './use-comments.ts';

/** Opens the comments of the dashboard; says how many are open. */
export function CommentsButton() {
  const comments = useComments();
  const commenting = useDashboard((state) => state.commenting);
  const dispatch = useDashboard((state) => state.dispatch);
  if (comments === null) return null;
  const count = openCount(comments, null);
  const toggle = () =>
    dispatch({ type: 'commenting_set', commenting: commenting === null ? { chartId: null, commentId: null } : null });
  const label = count === 0 ? t('Comments') : tn('1 open comment', '%(count)s open comments', count);
  const icon = <IconMessageCircle size={18} stroke={1.5} />;
  return count === 0 ? (
    <IconButton label={label} pressed={commenting !== null} icon={icon} onClick={toggle} />
  ) : (
    <Button variant="quiet" icon={icon} aria-label={label} aria-pressed={commenting !== null} onClick={toggle}>
      {String(count)}
    </Button>
  );
}

/** That a chart has open comments; nothing where it has none. */
export function CommentMark({ chartId, title }: { readonly chartId: number; readonly title: string }) {
  const comments = useComments();
  const dispatch = useDashboard((state) => state.dispatch);
  const count = comments === null ? 0 : openCount(comments, chartId);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={classes['mark']}
      aria-label={tn('1 comment on %(title)s', '%(count)s comments on %(title)s', count, { title })}
      onClick={() => dispatch({ type: 'commenting_set', commenting: { chartId, commentId: null } })}
    >
      <IconMessageCircle size={14} stroke={1.5} aria-hidden />
      {count}
    </button>
  );
}
