import { useQuery, useQueryClient } from '@tanstack/react-query';
import { merge, type MergeChoice } from '@tessera/core/dashboard/merge';
import { difference, type DashboardOperation } from '@tessera/core/dashboard/operations';
import { readDocument } from '@tessera/core/dashboard/stored';
import { summarise } from '@tessera/core/dashboard/summarise';
import { t, tMarked } from '@tessera/core/messages';
import { useState } from 'react';
import { storedDashboard } from '../../api/dashboards.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { WaysOut } from '../../ui/feedback/WaysOut.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useDashboard, useDashboardStore } from './DashboardProvider.tsx';
import classes from './Dashboard.module.css';
import { newComponentId } from '../../api/component-id.ts';

import { MergeQuestions } from './MergeQuestions.tsx';
import { save, saveAsCopy } from './save.ts';

type SaveConflictDialogProps = {
  readonly id: number;
  readonly onClose: () => void;
  readonly onCopied: (id: number) => void;
  readonly onReload: () => void;
  readonly onSaved: () => void;
};

/**
 * Someone else changed the same thing while this user was editing: each of these things is decided for itself. Nothing
 * is written before a choice, and none of them does not respond.
 */
export function SaveConflictDialog({ id, onClose, onCopied, onReload, onSaved }: SaveConflictDialogProps) {
  const theirs = useQuery({
    queryKey: ['dashboard', 'stored', id],
    queryFn: () => storedDashboard(id),
    staleTime: 0,
    gcTime: 0,
  });
  const who = theirs.data?.changed_by_name ?? '';
  const base = useDashboard((state) => state.stored);
  const mine = useDashboard((state) => state.history.present);
  const saved = useDashboard((state) => state.saved);
  const merged = theirs.data ? merge(base, mine, readDocument(theirs.data)) : null;
  const [chosen, setChosen] = useState<ReadonlyMap<string, MergeChoice>>(new Map());
  const { busy, store, copy } = useConflictSaves({ onClose, onCopied, onSaved });
  const questions = merged?.clashes ?? [];

  return (
    <Dialog opened onClose={onClose} width={640} title={t('Please confirm the overwrite values.')}>
      <p>{conflictText(who, theirs.data?.changed_on_humanized ?? '')}</p>
      {theirs.data && (
        <Deeds who={who} mine={difference(saved, mine)} theirs={difference(base, readDocument(theirs.data))} />
      )}
      {questions.length > 0 && (
        <MergeQuestions
          questions={questions}
          chosen={chosen}
          onChoose={(keys, choice) => setChosen(new Map([...chosen, ...keys.map((key) => [key, choice] as const)]))}
        />
      )}
      <WaysOut
        ways={[
          {
            id: 'merge',
            button: (
              <Button
                variant="primary"
                loading={busy === 'merge'}
                disabledReason={theirs.data ? null : t('What they saved is on its way')}
                onClick={() => void store(new Map(questions.map(({ key }) => [key, chosen.get(key) ?? 'mine'])))}
              >
                {t('Save with these choices')}
              </Button>
            ),
            consequence: t('Everything that only one of you changed stays too.'),
          },
          {
            id: 'copy',
            button: (
              <Button loading={busy === 'copy'} onClick={() => void copy()}>
                {t('Save mine as a copy')}
              </Button>
            ),
            consequence: t('Both versions stay.'),
          },
          ...waysWithoutSave(onReload, onClose),
        ]}
      />
    </Dialog>
  );
}

type DeedsProps = {
  readonly who: string;
  readonly mine: readonly DashboardOperation[];
  readonly theirs: readonly DashboardOperation[];
};

/** What each of the two did, in words. */
function Deeds({ who, mine, theirs }: DeedsProps) {
  return (
    <dl className={classes['deeds']}>
      <dt>{t('You')}</dt>
      <dd>{summarise(mine)}</dd>
      <dt>{who === '' ? t('Someone else') : who}</dt>
      <dd>{summarise(theirs)}</dd>
    </dl>
  );
}

/** The saves that the dialog offers, and which of them runs. */
function useConflictSaves({
  onClose,
  onCopied,
  onSaved,
}: Pick<SaveConflictDialogProps, 'onClose' | 'onCopied' | 'onSaved'>) {
  const dashboardStore = useDashboardStore();
  const client = useQueryClient();
  const title = useDashboard((state) => state.history.present.title);
  const [busy, setBusy] = useState<'merge' | 'copy' | null>(null);
  const store = async (choices: ReadonlyMap<string, MergeChoice>) => {
    setBusy('merge');
    const outcome = await save(dashboardStore, client, { choices, newId: newComponentId });
    if (outcome === 'saved') onSaved();
    if (outcome === 'gone')
      toast.danger(t('This dashboard was deleted, or is closed to you now. Your changes are still here.'));
    setBusy(null);
    // Somebody saved once more meanwhile: what is asked now is another question.
    if (outcome === 'conflict') await client.invalidateQueries({ queryKey: ['dashboard', 'stored'] });
    else onClose();
  };
  const copy = async () => {
    setBusy('copy');
    try {
      onCopied(await saveAsCopy(dashboardStore, t('%(title)s (my version)', { title }), false));
    } catch (error) {
      toast.danger(describeError(error).title);
    }
    setBusy(null);
  };
  return { busy, store, copy };
}

function conflictText(who: string, when: string): string {
  if (who === '')
    return tMarked(
      'This dashboard was saved by someone else while you were editing it. Your changes are still here ' +
        'and nothing was overwritten.',
    );
  return t(
    '%(who)s saved this dashboard (%(when)s) while you were editing it. Your changes are still here ' +
      'and nothing was overwritten.',
    { who, when },
  );
}

function waysWithoutSave(onReload: () => void, onClose: () => void) {
  return [
    {
      id: 'reload',
      button: <Button onClick={onReload}>{t('Discard mine and load theirs')}</Button>,
      consequence: t('Your unsaved changes are lost.'),
    },
    {
      id: 'edit',
      button: (
        <Button variant="quiet" onClick={onClose}>
          {t('Keep editing')}
        </Button>
      ),
      consequence: t('Decide later.'),
    },
  ];
}
