import { wholeQuery, type PastQuery } from '../../../api/past-queries.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';

/** Does something with the whole of a query that a list may have cut; says so where it is not to be had. */
export async function withWhole(row: PastQuery, act: (query: PastQuery) => unknown): Promise<void> {
  try {
    await act(await wholeQuery(row));
  } catch (error) {
    toast.danger(describeError(error).title);
  }
}
