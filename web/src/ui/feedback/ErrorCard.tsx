import { IconAlertTriangle, IconCopy, IconRefresh } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { copyText } from './copy.ts';
import { cx } from '../common/cx.ts';
import { describeError } from './describe-error.ts';
import { ErrorText } from './ErrorText.tsx';
import classes from './State.module.css';

type ErrorCardProps = {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
  /** Instead of the sentence that the error brings. */
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly small?: boolean;
};

/** Sits where the thing would be: what happened, what to do, details to copy, retry where it may help. */
export function ErrorCard({
  error,
  onRetry,
  retryLabel = t('Try again'),
  title,
  actions,
  small = false,
}: ErrorCardProps) {
  const description = describeError(error);
  const retry = description.isFinal ? undefined : onRetry;
  return (
    <div role="alert" className={cx(classes['state'], classes['error'], small && classes['small'])}>
      <IconAlertTriangle size={20} stroke={1.5} className={classes['errorIcon']} aria-hidden />
      <div className={classes['title']}>
        <ErrorText text={title ?? description.title} />
      </div>
      {title !== undefined && (
        <div className={classes['text']}>
          <ErrorText text={description.title} />
        </div>
      )}
      {description.advice !== null && <p className={classes['text']}>{description.advice}</p>}
      {(retry ?? actions) !== undefined && (
        <div className={classes['actions']}>
          {retry && (
            <Button icon={<IconRefresh size={16} stroke={1.5} />} onClick={retry}>
              {retryLabel}
            </Button>
          )}
          {actions}
        </div>
      )}
      {description.details !== null && <ErrorDetails text={description.details} />}
    </div>
  );
}

function ErrorDetails({ text }: { readonly text: string }) {
  return (
    <details className={classes['details']}>
      <summary>{t('Details')}</summary>
      <pre className={classes['pre']}>{text}</pre>
      <Button size="small" icon={<IconCopy size={14} stroke={1.5} />} onClick={() => void copyText(text)}>
        {t('Copy details')}
      </Button>
    </details>
  );
}
