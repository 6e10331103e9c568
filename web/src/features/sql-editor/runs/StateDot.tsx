import { t } from '@tessera/core/messages';
import { isActive, toneOfState, type QueryState } from '@tessera/core/sql-editor/query-states';
import { cx } from '../../../ui/common/cx.ts';
import classes from './Runs.module.css';

/** What a state is called. */
export function stateText(state: QueryState | 'offline'): string {
  switch (state) {
    case 'offline':
      return t('offline');
    case 'started':
      return t('started');
    case 'stopped':
      return t('stopped');
    case 'failed':
      return t('failed');
    case 'pending':
      return t('pending');
    case 'running':
      return t('running');
    case 'scheduled':
      return t('scheduled');
    case 'success':
      return t('success');
    case 'fetching':
      return t('fetching');
    case 'timed_out':
      return t('timed out');
  }
}

/** The state of a run by its colour ([4.9-08]) and, for those who see none, by its name. */
export function StateDot({ state }: { readonly state: QueryState | 'offline' }) {
  const isMoving = state !== 'offline' && isActive(state);
  return (
    <span
      className={cx(classes['dot'], classes[toneOfState(state)], isMoving && classes['moving'])}
      title={stateText(state)}
    >
      <span className="ts-visually-hidden">{stateText(state)}</span>
    </span>
  );
}
