import type { RunLedger } from '../../sql-runs/run-record.ts';
import type { QueryStore } from '../queries/store.ts';
import type { SavedQueryStore } from './store.ts';

/** A ledger of runs that also notes on saved queries when their text ran last. */
export function notingLastRuns(
  { ledger, find }: Pick<QueryStore, 'ledger' | 'find'>,
  { noteRun }: Pick<SavedQueryStore, 'noteRun'>,
  warn: (what: string, error: unknown) => void,
): RunLedger {
  const note = async (clientId: string): Promise<void> => {
    const run = await find({ clientId });
    if (run && run.is_data_preview === 0)
      await noteRun({ databaseId: run.database_id, sql: run.sql, rows: run.rows, at: run.changed_on });
  };
  return {
    ...ledger,
    change: async (clientId, change) => {
      const isChanged = await ledger.change(clientId, change);
      // The run has ended whatever becomes of the note.
      if (isChanged && change.status === 'success')
        await note(clientId).catch((error: unknown) => warn('the last run of a saved query was not noted', error));
      return isChanged;
    },
  };
}
