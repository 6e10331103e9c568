import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { explanationOf, readDatabaseError } from '@tessera/query/sql-assist/database-errors';
import { ErrorText } from '../../../ui/feedback/ErrorText.tsx';
import type { RunError } from '../runs/run.ts';
import classes from './ResultsPane.module.css';

/** One error: where it is, what it is in plain words and in those of the database, and what it may come from. */
export function Problem({ error, onGo }: { readonly error: RunError; readonly onGo?: (() => void) | undefined }) {
  const { message, place, issues } = error;
  const explanation = explanationOf(readDatabaseError(message));
  return (
    <div className={classes['problemItem']}>
      <IconAlertTriangle size={18} stroke={1.5} className={classes['problemIcon']} aria-hidden />
      <div>
        {place !== null && (
          <p className={classes['problemPlace']}>
            {onGo === undefined ? (
              placeWords(place)
            ) : (
              <button type="button" className={classes['problemGo']} title={t('Show it in the text')} onClick={onGo}>
                {placeWords(place)}
              </button>
            )}
          </p>
        )}
        {explanation !== null && <p className={classes['problemPlain']}>{explanation}</p>}
        <p className={classes['problemText']}>
          <ErrorText text={message} />
        </p>
        {issues.length > 0 && (
          <details className={classes['problemIssues']}>
            <summary>{t('This may be triggered by:')}</summary>
            <ul>
              {issues.map((issue) => (
                <li key={issue}>{issue}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  );
}

function placeWords({ line, column }: NonNullable<RunError['place']>): string {
  return column === null ? t('Line %s', line) : t('Line %(line)s, column %(column)s', { line, column });
}

/** An error as text, to be sent to somebody. */
export function detailsOf({ message, type, place, issues }: RunError): string {
  return [type, place === null ? null : placeWords(place), message, ...issues]
    .filter((part) => part !== null)
    .join('\n');
}
