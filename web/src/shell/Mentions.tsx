import { IconMessageCircle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { Link } from 'react-router';
import { mentionsOfMe, seeMentions, type MentionRow } from '../api/comments.ts';
import { nameOf } from '../api/me.ts';
import { Button } from '../ui/buttons/Button.tsx';
import { describeError } from '../ui/feedback/describe-error.ts';
import { toast } from '../ui/feedback/toast-store.ts';
import classes from './AccessRequests.module.css';

/** Comments that name this user, with the way to them. Nothing while there are none. */
export function Mentions() {
  const rows = useQuery(mentionsOfMe).data ?? [];
  const client = useQueryClient();
  const see = useMutation({
    mutationFn: (ids: readonly number[]) => seeMentions(ids),
    onSuccess: () => client.invalidateQueries({ queryKey: mentionsOfMe.queryKey }),
    onError: (error) => toast.danger(describeError(error).title),
  });
  if (rows.length === 0) return null;
  return (
    <section className={classes['requests']} aria-label={t('Comments for you')}>
      <h2 className={classes['head']}>
        <IconMessageCircle size={16} stroke={1.5} aria-hidden />
        {tn('1 comment names you', '%(count)s comments name you', rows.length)}
      </h2>
      <ul className={classes['list']}>
        {rows.map((row) => (
          <li key={row.comment_id} className={classes['row']}>
            <div className={classes['who']}>
              <Link to={hrefOf('dashboard', { key: row.dashboard_id }, { comment: String(row.comment_id) })}>
                {saidBy(row)}
              </Link>
              <p className={classes['note']}>{row.text}</p>
            </div>
            <Button size="small" onClick={() => see.mutate([row.comment_id])}>
              {t('Seen')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function saidBy({ created_by: author, dashboard_title: title }: MentionRow): string {
  return author === null ? title : t('%(who)s on %(title)s', { who: nameOf(author), title });
}
