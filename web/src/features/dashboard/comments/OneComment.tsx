import { IconPencil, IconTrash } from '@tabler/icons-react';
import { instantText, t, tn } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { useState } from 'react';
import { changeComment, deleteComment, type Comment } from '../../../api/comments.ts';
import { nameOf } from '../../../api/me.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { CommentForm } from './CommentForm.tsx';
import classes from './Comments.module.css';
import { useCommentWrite } from './use-comments.ts';

const icon = { size: 14, stroke: 1.5 } as const;

type OneCommentProps = {
  readonly comment: Comment;
  /** How many answers go with it when it is deleted. */
  readonly answers: number;
};

/** One comment with its author and time; its author writes it anew in its place. */
export function OneComment({ comment, answers }: OneCommentProps) {
  const [isEditing, setEditing] = useState(false);
  const change = useCommentWrite((id, body: { readonly text: string; readonly mentions: number[] }) =>
    changeComment(id, comment.id, body),
  );
  if (!isEditing) return <Said comment={comment} answers={answers} onEdit={() => setEditing(true)} />;
  return (
    <CommentForm
      label={t('Your comment')}
      action={t('Save')}
      initial={comment.text}
      initialMentions={comment.mentions}
      takesFocus
      isBusy={change.isPending}
      onCancel={() => setEditing(false)}
      onSubmit={(text, mentions) =>
        change.mutate({ text, mentions: [...mentions] }, { onSuccess: () => setEditing(false) })
      }
    />
  );
}

function Said({ comment, answers, onEdit }: OneCommentProps & { readonly onEdit: () => void }) {
  const [now] = useState(() => Date.now());
  const [isAsking, setAsking] = useState(false);
  const remove = useCommentWrite((id) => deleteComment(id, comment.id));
  const at = Date.parse(comment.created_on);
  const isChanged = comment.changed_on !== comment.created_on;
  const when = relativeTime(at, now);
  return (
    <div className={classes['comment']}>
      <p className={classes['who']}>
        <b>{comment.created_by === null ? t('Somebody who left') : nameOf(comment.created_by)}</b>{' '}
        <span title={instantText(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}>
          {isChanged ? t('%(when)s, changed', { when }) : when}
        </span>
        {comment.can_edit && (
          <IconButton size="small" label={t('Edit the comment')} icon={<IconPencil {...icon} />} onClick={onEdit} />
        )}
        {comment.can_delete && (
          <IconButton
            size="small"
            label={t('Delete the comment')}
            icon={<IconTrash {...icon} />}
            onClick={() => setAsking(true)}
          />
        )}
      </p>
      <p className={classes['text']}>{comment.text}</p>
      {comment.mentions.length > 0 && (
        <p className={classes['named']}>{t('To %s', comment.mentions.map(nameOf).join(', '))}</p>
      )}
      <ConfirmDialog
        opened={isAsking}
        danger
        title={t('Delete this comment?')}
        action={t('Delete')}
        loading={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
      >
        {answers === 0 ? null : tn('The answer to it goes too.', 'The %(count)s answers to it go too.', answers)}
      </ConfirmDialog>
    </div>
  );
}
