import { Loading } from '../ui/feedback/Spinner.tsx';

/** Until the code of the first page is there: nothing at first, then the page's spinner. */
export function PageLoading() {
  return <Loading />;
}
