import { IconArrowBackUp, IconCheck, IconCopy, IconEye } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useEffect, useRef, useState } from 'react';
import { addComment, changeComment, type Comment } from '../../../api/comments.ts';
import { nameOf } from '../../../api/me.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { copyText } from '../../../ui/feedback/copy.ts';
import { readState } from './comment-state.ts';
import { CommentForm } from './CommentForm.tsx';
import classes from './Comments.module.css';
import { OneComment } from './OneComment.tsx';
import type { Thread } from './threads.ts';
import { useCommentWrite } from './use-comments.ts';

type CommentThreadProps = {
  readonly thread: Thread;
  /** The chart that it is about; null for the dashboard. */
  readonly chartName: string | null;
  /** A link leads to it. */
  readonly isNamed: boolean;
  /** Sets the page as it was when it was written. */
  readonly onShow: () => void;
};

const icon = { size: 14, stroke: 1.5 } as const;

/** A comment, the answers to it, and what can be done about them. */
export function CommentThread({ thread: { first, answers }, chartName, isNamed, onShow }: CommentThreadProps) {
  const [isAnswering, setAnswering] = useState(false);
  const add = useCommentWrite(addComment);
  const place = useRef<HTMLDivElement>(null);
  const point = readState(first.state)?.point ?? null;
  useEffect(() => {
    if (isNamed) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isNamed]);
  return (
    <div ref={place} role="article" tabIndex={-1} className={classes['thread']} data-named={isNamed || undefined}>
      {chartName !== null && (
        <p className={classes['about']}>{point === null ? chartName : `${chartName} · ${point}`}</p>
      )}
      <OneComment comment={first} answers={answers.length} />
      {first.resolved_on !== null && (
        <Badge tone="success">
          {first.resolved_by === null ? t('Resolved') : t('Resolved by %s', nameOf(first.resolved_by))}
        </Badge>
      )}
      {answers.map((answer) => (
        <div key={answer.id} className={classes['answer']}>
          <OneComment comment={answer} answers={0} />
        </div>
      ))}
      <Deeds comment={first} onAnswer={() => setAnswering(!isAnswering)} onShow={onShow} />
      {isAnswering && (
        <CommentForm
          label={t('Your answer')}
          action={t('Answer')}
          takesFocus
          isBusy={add.isPending}
          onCancel={() => setAnswering(false)}
          onSubmit={(text, mentions, onDone) =>
            add.mutate(
              { text, mentions: [...mentions], parent_id: first.id },
              {
                onSuccess: () => {
                  onDone();
                  setAnswering(false);
                  // The field is gone; the keyboard goes on where it was.
                  place.current?.focus({ preventScroll: true });
                },
              },
            )
          }
        />
      )}
    </div>
  );
}

function linkTo(id: number): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}?comment=${id}`;
}

type DeedsProps = { readonly comment: Comment; readonly onAnswer: () => void; readonly onShow: () => void };

/** What can be done about a thread. */
function Deeds({ comment, onAnswer, onShow }: DeedsProps) {
  const resolve = useCommentWrite((id, resolved: boolean) => changeComment(id, comment.id, { resolved }));
  const isResolved = comment.resolved_on !== null;
  return (
    <div className={classes['deeds']}>
      <Button size="small" variant="quiet" icon={<IconArrowBackUp {...icon} />} onClick={onAnswer}>
        {t('Answer')}
      </Button>
      <Button
        size="small"
        variant="quiet"
        icon={<IconCheck {...icon} />}
        loading={resolve.isPending}
        onClick={() => resolve.mutate(!isResolved)}
      >
        {isResolved ? t('Open again') : t('Resolve')}
      </Button>
      {(comment.state !== null || comment.chart_id !== null) && (
        <Button size="small" variant="quiet" icon={<IconEye {...icon} />} onClick={onShow}>
          {t('Show as it was')}
        </Button>
      )}
      <IconButton
        size="small"
        label={t('Copy the link to this comment')}
        icon={<IconCopy {...icon} />}
        onClick={() => void copyText(linkTo(comment.id), t('Link copied'))}
      />
    </div>
  );
}
