import { IconAlertTriangle, IconCopy, IconRefresh } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { copyText } from '../ui/feedback/copy.ts';
import classes from './Chart.module.css';
import { ErrorText } from '../ui/feedback/ErrorText.tsx';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import type { ChartFailure } from './chart-status.ts';

type FailureCardProps = {
  readonly failure: ChartFailure;
  /** What its page offers beside another try, by the code of the error. */
  readonly wayOut: ((code: string) => ReactNode) | undefined;
  readonly onRetry: () => void;
};

/** Sits where the chart would be: what happened, known causes, details to copy, retry. */
export function FailureCard({ failure, wayOut, onRetry }: FailureCardProps) {
  const [head = '', ...rest] = failure.message.split('\n');
  // What a database adds under its first line points at places in the SQL: it keeps its columns.
  const place = rest.join('\n').replace(/^\n+|\s+$/g, '');
  return (
    <div className={classes['failure']} role="alert">
      <IconAlertTriangle size={20} stroke={1.5} className={classes['failureIcon']} aria-hidden />
      <div className={classes['failureText']}>
        <ErrorText text={head} />
      </div>
      {place !== '' && <pre className={classes['failurePlace']}>{place}</pre>}
      {failure.hints.length > 0 && (
        <ul className={classes['hints']}>
          {failure.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      <div className={classes['failureActions']}>
        <Button size="small" icon={<IconRefresh size={14} stroke={1.5} />} onClick={onRetry}>
          {t('Try again')}
        </Button>
        {failure.code !== null && wayOut?.(failure.code)}
        {failure.detail !== null && (
          <Button
            size="small"
            variant="quiet"
            icon={<IconCopy size={14} stroke={1.5} />}
            onClick={() => void copyText(`${failure.message}\n${failure.detail ?? ''}`)}
          >
            {t('Copy details')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Takes its room beside a picture that stays: nothing of it is covered. */
export function FailureStrip({
  failure: { message },
  onRetry,
}: {
  readonly failure: ChartFailure;
  readonly onRetry: () => void;
}) {
  const text = `${message} ${t('This is the last answer.')}`;
  return (
    <div className={classes['strip']} role="alert">
      <IconAlertTriangle size={14} stroke={1.5} className={classes['failureIcon']} aria-hidden />
      <span className={classes['stripText']} title={text}>
        {text}
      </span>
      <IconButton size="small" label={t('Try again')} icon={<IconRefresh size={14} stroke={1.5} />} onClick={onRetry} />
    </div>
  );
}
