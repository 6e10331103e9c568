import { useQuery, useQueryClient } from '@tanstack/react-query';
import { difference } from '@tessera/core/dashboard/operations';
import { summarise } from '@tessera/core/dashboard/summarise';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { t } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { useState } from 'react';
import { dashboardDraft, dropDraft } from '../../../api/dashboard-desk.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { parseDraft } from '../dashboard-draft.ts';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { learnCharts } from '../learn-charts.ts';
import classes from './DraftNotice.module.css';

/** Changes that were never saved, of an earlier visit or another machine: they go on, or they go. */
export function DraftNotice({ id }: { readonly id: number }) {
  const client = useQueryClient();
  const store = useDashboardStore();
  const stored = useQuery(dashboardDraft(id)).data;
  const [now] = useState(() => Date.now());
  const draft = parseDraft(stored?.draft ?? null);
  if (!stored || draft === null) return null;
  const summary = summarise(difference(draft.base, draft.document));
  const forget = () => client.setQueryData(dashboardDraft(id).queryKey, { draft: null, saved_on: null });
  const goOn = () => {
    store.getState().dispatch({ type: 'draft_restored', draft });
    void learnCharts(client, chartIdsOf(draft.document.layout));
  };
  const giveUp = () => {
    forget();
    dropDraft(id).catch((error: unknown) => toast.danger(describeError(error).title));
  };
  return (
    <section className={classes['notice']} aria-label={t('Unsaved changes')}>
      <p>
        {stored.saved_on === null
          ? t('You have unsaved changes of this dashboard.')
          : t('You have unsaved changes of this dashboard, made %(when)s.', {
              when: relativeTime(Date.parse(stored.saved_on), now),
            })}
        {summary !== '' && ` ${summary}.`}
      </p>
      <Button size="small" variant="primary" onClick={goOn}>
        {t('Go on editing')}
      </Button>
      <Button size="small" onClick={giveUp}>
        {t('Discard them')}
      </Button>
    </section>
  );
}
