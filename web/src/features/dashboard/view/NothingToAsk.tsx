import { t } from '@tessera/core/messages';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';

/** Why a card has nothing to show. @param missing  names of filters without a value; null without a dataset */
export function NothingToAsk({ missing }: { readonly missing: string | null }) {
  const title =
    missing === null ? t('This chart has no dataset.') : t('Choose a value of "%s" to see this chart.', missing);
  return <EmptyState small drawing="none" title={title} />;
}
