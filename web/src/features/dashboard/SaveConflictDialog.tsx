import { useQuery, useQueryClient } from '@tanstack/react-query';
import { merge } from '@tessera/core/dashboard/merge';
import { difference } from '@tessera/core/dashboard/operations';
import { readDocument } from '@tessera/core/dashboard/stored';
import { summarise } from '@tessera/core/dashboard/summarise';
import { t, tMarked, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { storedDashboard } from '../../api/dashboards.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { WaysOut } from '../../ui/feedback/WaysOut.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useDashboard, useDashboardStore } from './DashboardProvider.tsx';
import classes from './Dashboard.module.css';
import { save, saveAsCopy } from './save.ts';

/** More than these are counted. */
const CLASHES_SHOWN = 8;

type SaveConflictDialogProps = {
  readonly id: number;
  readonly onClose: () => void;
  readonly onCopied: (id: number) => void;
  readonly onReload: () => void;
  readonly onSaved: () => void;
};

/**
 * Someone else changed the same thing while this user was editing. Nothing is written before a choice, and none of
 * them does not respond.
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
  const { busy, overwrite, copy } = useConflictSaves({ onClose, onCopied, onSaved });

  return (
    <Dialog opened onClose={onClose} width={560} title={t('Please confirm the overwrite values.')}>
      <p>{conflictText(who, theirs.data?.changed_on_humanized ?? '')}</p>
      {theirs.data && (
        <dl className={classes['deeds']}>
          <dt>{t('You')}</dt>
          <dd>{summarise(difference(saved, mine))}</dd>
          <dt>{who === '' ? t('Someone else') : who}</dt>
          <dd>{summarise(difference(base, readDocument(theirs.data)))}</dd>
        </dl>
      )}
      {merged !== null && merged.clashes.length > 0 && <Clashes clashes={merged.clashes} />}
      <WaysOut
        ways={[
          {
            id: 'copy',
            button: (
              <Button variant="primary" loading={busy === 'copy'} onClick={() => void copy()}>
                {t('Save mine as a copy')}
              </Button>
            ),
            consequence: t('Both versions stay.'),
          },
          {
            id: 'overwrite',
            button: (
              <Button variant="danger" loading={busy === 'overwrite'} onClick={() => void overwrite()}>
                {t('Overwrite theirs')}
              </Button>
            ),
            consequence:
              merged?.isSound === true
                ? t('Yours stays where you both changed something; the rest of theirs is kept.')
                : t('Their changes since you opened it are lost.'),
          },
          ...waysWithoutSave(onReload, onClose),
        ]}
      />
    </Dialog>
  );
}

/** The saves that the dialog offers, and which of them runs. */
function useConflictSaves({
  onClose,
  onCopied,
  onSaved,
}: Pick<SaveConflictDialogProps, 'onClose' | 'onCopied' | 'onSaved'>) {
  const store = useDashboardStore();
  const client = useQueryClient();
  const title = useDashboard((state) => state.history.present.title);
  const [busy, setBusy] = useState<'overwrite' | 'copy' | null>(null);
  const overwrite = async () => {
    setBusy('overwrite');
    const outcome = await save(store, client, true);
    if (outcome === 'saved') onSaved();
    if (outcome === 'gone')
      toast.danger(t('This dashboard was deleted, or is closed to you now. Your changes are still here.'));
    setBusy(null);
    onClose();
  };
  const copy = async () => {
    setBusy('copy');
    try {
      onCopied(await saveAsCopy(store, t('%(title)s (my version)', { title }), false));
    } catch (error) {
      toast.danger(describeError(error).title);
    }
    setBusy(null);
  };
  return { busy, overwrite, copy };
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

function Clashes({ clashes }: { readonly clashes: readonly string[] }) {
  return (
    <>
      <p>{t('You both changed:')}</p>
      <ul className={classes['clashes']}>
        {clashes.slice(0, CLASHES_SHOWN).map((clash) => (
          <li key={clash}>{clash}</li>
        ))}
      </ul>
      {clashes.length > CLASHES_SHOWN && (
        <p>{tn('and 1 more', 'and %(count)s more', clashes.length - CLASHES_SHOWN)}</p>
      )}
    </>
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
