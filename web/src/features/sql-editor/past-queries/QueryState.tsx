import { isActive, toneOfState } from '@tessera/core/sql-editor/query-states';
import { t } from '@tessera/core/messages';
import type { PastQuery } from '../../../api/past-queries.ts';
import { elapsedText } from '../../../chart/elapsed-text.ts';
import { useElapsed } from '../../../chart/Elapsed.tsx';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import classes from './PastQueries.module.css';
import { stateName } from './query-words.ts';

/** The state of a query ([4.9-08]); of one that runs how far it is and how long. */
export function QueryState({ query }: { readonly query: Pick<PastQuery, 'status' | 'progress' | 'start_time'> }) {
  const { status, progress } = query;
  return (
    <span className={classes['state']}>
      <Badge tone={toneOfState(status)}>{stateName(status)}</Badge>
      {isActive(status) && (
        <span className={classes['muted']}>
          {progress > 0 && progress < 100 && `${t('%s%%', progress)} · `}
          <Running since={query.start_time} />
        </span>
      )}
    </span>
  );
}

function Running({ since }: { readonly since: number }) {
  return <>{elapsedText(useElapsed(since))}</>;
}
