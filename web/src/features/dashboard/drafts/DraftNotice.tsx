import { useQuery, useQueryClient } from '@tanstack/react-query';
import { difference } from '@tessera/core/dashboard/operations';
import { summarise } from '@tessera/core/dashboard/summarise';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { t } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { useState } from 'react';
import { dashboardDraft, dropDraft, NO_DRAFT, type DraftState } from '../../../api/dashboard-desk.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { draftText, parseDraft, type DashboardDraft } from '../dashboard-draft.ts';
import { isUnsaved } from '../dashboard-store.ts';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { learnCharts } from '../learn-charts.ts';
import classes from './DraftNotice.module.css';
import { serverCopy } from './server-copy.ts';

/**
 * Changes that were never saved, of an earlier visit, another window or another machine: they go on, or they go. While
 * this window has changes of its own, its author chooses; nothing is written over before.
 */
export function DraftNotice({ id }: { readonly id: number }) {
  const stored = useQuery(dashboardDraft(id)).data;
  const [now] = useState(() => Date.now());
  const hasOwn = useDashboard(isUnsaved);
  const choices = useChoices(id);
  const draft = parseDraft(stored?.draft ?? null);
  if (!stored || draft === null || stored.token === null) return null;
  if (hasOwn && serverCopy(id).isMine(stored.token)) return null;
  const found = { draft, stored, token: stored.token };
  const summary = summarise(difference(draft.base, draft.document));
  return (
    <section className={classes['notice']} aria-label={t('Unsaved changes')}>
      <p>
        {wordsOf(stored.saved_on, hasOwn, now)}
        {summary !== '' && ` ${summary}.`}
      </p>
      <Button size="small" variant="primary" onClick={() => choices.goOn(found)}>
        {hasOwn ? t('Take those changes') : t('Go on editing')}
      </Button>
      <Button size="small" onClick={() => (hasOwn ? choices.keepMine(found) : choices.giveUp(found))}>
        {hasOwn ? t('Replace them with mine') : t('Discard them')}
      </Button>
    </section>
  );
}

type Found = { readonly draft: DashboardDraft; readonly stored: DraftState; readonly token: string };

/** What can be done about a draft that lies there. */
function useChoices(id: number) {
  const client = useQueryClient();
  const store = useDashboardStore();
  const note = (state: DraftState) => client.setQueryData(dashboardDraft(id).queryKey, state);
  const show = (draft: DashboardDraft) => {
    store.getState().dispatch({ type: 'draft_restored', draft });
    void learnCharts(client, chartIdsOf(draft.document.layout));
  };
  const goOn = ({ draft, stored, token }: Found) => {
    const { history, stored: base, version } = store.getState();
    const own = isUnsaved(store.getState()) ? { document: history.present, base, version } : null;
    const before = serverCopy(id).tokens();
    serverCopy(id).goOnFrom([token]);
    note(NO_DRAFT);
    show(draft);
    if (own === null) return;
    toast.info(t('The other changes are here now.'), {
      action: {
        label: t('Undo'),
        onClick: () => {
          serverCopy(id).goOnFrom(before);
          show(own);
          note(stored);
        },
      },
    });
  };
  const keepMine = ({ token }: Found) => {
    const { history, stored: base, version } = store.getState();
    serverCopy(id).goOnFrom([token, ...serverCopy(id).tokens()]);
    note(NO_DRAFT);
    serverCopy(id)
      .write(draftText({ document: history.present, base, version }))
      .catch(() => client.invalidateQueries({ queryKey: dashboardDraft(id).queryKey }));
  };
  const giveUp = ({ token }: Found) => {
    note(NO_DRAFT);
    dropDraft(id, [token]).catch((error: unknown) => {
      void client.invalidateQueries({ queryKey: dashboardDraft(id).queryKey });
      toast.danger(describeError(error).title);
    });
  };
  return { goOn, keepMine, giveUp };
}

function wordsOf(savedOn: string | null, hasOwn: boolean, now: number): string {
  if (hasOwn) return t('You have other unsaved changes of this dashboard, made in another window or visit.');
  return savedOn === null
    ? t('You have unsaved changes of this dashboard.')
    : t('You have unsaved changes of this dashboard, made %(when)s.', { when: relativeTime(Date.parse(savedOn), now) });
}
