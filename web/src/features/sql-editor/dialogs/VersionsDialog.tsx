import { useQuery } from '@tanstack/react-query';
import { instantText, t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SqlDiff } from '../../../ui/code-editor/SqlDiff.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import type { TextVersion, VersionReason } from '../storage/tab-storage.ts';
import { dismissElsewhere, editTab, rememberTab, versionsOf } from '../tabs/tabs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './Dialogs.module.css';

type VersionsDialogProps = {
  readonly tab: EditorTab;
  readonly onClose: () => void;
};

/** Texts that the tab once had in this browser: as they ran, at a pause, before another window wrote over them. */
export function VersionsDialog({ tab, onClose }: VersionsDialogProps) {
  const versions = useQuery({
    queryKey: ['sql-tab-versions', tab.id],
    queryFn: () => versionsOf(tab.id),
    staleTime: 0,
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<TextVersion | null>(null);
  const others = (versions.data ?? []).filter(({ sql }) => sql !== tab.sql);
  const shown = chosen ?? others[0] ?? null;
  const restore = () => {
    if (!shown) return;
    rememberTab(tab.id, 'replaced');
    editTab(tab.id, { sql: shown.sql, selectedText: null });
    dismissElsewhere(tab.id);
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Versions')}
      subtitle={tab.name}
      width={900}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button variant="primary" onClick={restore} disabledReason={shown ? null : t('There is no other version.')}>
            {t('Restore this text')}
          </Button>
        </>
      }
    >
      {versions.isPending && <Skeleton height={200} />}
      {versions.isError && <ErrorCard error={versions.error} small />}
      {versions.data && shown === null && (
        <EmptyState title={t('This text has no other version in this browser yet.')} drawing="none" small />
      )}
      {shown && (
        <div className={classes['versions']}>
          <List versions={others} shown={shown} onChoose={setChosen} />
          <SqlDiff before={shown.sql} after={tab.sql} beforeLabel={t('This version')} afterLabel={t('Now')} />
        </div>
      )}
    </Dialog>
  );
}

type ListProps = {
  readonly versions: readonly TextVersion[];
  readonly shown: TextVersion;
  readonly onChoose: (version: TextVersion) => void;
};

function List({ versions, shown, onChoose }: ListProps) {
  return (
    <ul className={classes['versionList']} aria-label={t('Versions')}>
      {versions.map((version) => (
        <li key={`${version.at} ${version.why}`}>
          <button
            type="button"
            className={classes['version']}
            aria-pressed={version === shown}
            onClick={() => onChoose(version)}
          >
            {instantText(version.at, { dateStyle: 'medium', timeStyle: 'medium' })}
            <span>
              {reasonText(version.why)}, {tn('1 character', '%(count)s characters', version.sql.length)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function reasonText(why: VersionReason): string {
  switch (why) {
    case 'run':
      return t('as it ran');
    case 'pause':
      return t('while it was written');
    case 'elsewhere':
      return t('from another window');
    case 'replaced':
      return t('before it was replaced');
    case 'closed':
      return t('when it was closed');
  }
}
