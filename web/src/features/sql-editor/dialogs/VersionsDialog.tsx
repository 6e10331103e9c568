import { useQuery } from '@tanstack/react-query';
import { instantText, t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { nameOf } from '../../../api/me.ts';
import { savedQueryText, savedQueryVersions } from '../../../api/saved-queries.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SqlDiff } from '../../../ui/code-editor/SqlDiff.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { writeText } from '../editing/write-text.ts';
import type { VersionReason } from '../storage/tab-storage.ts';
import { dismissElsewhere, versionsOf } from '../tabs/tabs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './Dialogs.module.css';

type VersionsDialogProps = {
  readonly tab: EditorTab;
  readonly onClose: () => void;
};

type Version = {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly note: string;
  readonly size: number;
  /** Of a save: its text is asked for when somebody looks at it. */
  readonly saved: { readonly id: number; readonly version: number } | null;
  readonly sql: string | null;
};
type Source = 'here' | 'saved';

/**
 * Texts that the tab once had: in this browser, as they ran, at a pause, before another window wrote over them; and of
 * the saved query that it is, save by save.
 */
export function VersionsDialog({ tab, onClose }: VersionsDialogProps) {
  const { savedQueryId } = tab;
  const [source, setSource] = useState<Source>('here');
  const { versions, error } = useVersions(tab, source);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = versions?.find(({ key }) => key === chosen) ?? versions?.[0] ?? null;
  const text = useTextOf(shown);
  const problem =
    shown === null ? t('There is no other version.') : text.sql === tab.sql ? t('It is the text of now.') : null;
  const restore = () => {
    if (text.sql === null) return;
    writeText(tab, text.sql);
    dismissElsewhere(tab.id);
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Versions')}
      subtitle={tab.name}
      width={1080}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button
            variant="primary"
            onClick={restore}
            loading={shown !== null && text.isPending}
            disabledReason={problem}
          >
            {t('Restore this text')}
          </Button>
        </>
      }
    >
      {savedQueryId !== null && <Sources value={source} onChange={setSource} />}
      {error !== null && <ErrorCard error={error} small />}
      {versions === null && error === null && <Skeleton height={360} />}
      {versions !== null && shown === null && <Nothing source={source} />}
      {shown && (
        <div className={classes['versions']}>
          <List versions={versions ?? []} shown={shown} onChoose={setChosen} />
          {text.error !== null && <ErrorCard error={text.error} small />}
          {text.sql !== null && (
            <SqlDiff before={text.sql} after={tab.sql} beforeLabel={t('This version')} afterLabel={t('Now')} />
          )}
          {text.isPending && <Skeleton height={320} />}
        </div>
      )}
    </Dialog>
  );
}

function Sources({ value, onChange }: { readonly value: Source; readonly onChange: (value: Source) => void }) {
  return (
    <div className={classes['sources']}>
      <SegmentedControl
        label={t('Where from')}
        value={value}
        onChange={onChange}
        options={[
          { value: 'here', label: t('In this browser') },
          { value: 'saved', label: t('As it was saved') },
        ]}
      />
    </div>
  );
}

function Nothing({ source }: { readonly source: Source }) {
  const title =
    source === 'here'
      ? t('This text has no other version in this browser yet.')
      : t('It was saved once and not changed since.');
  return <EmptyState title={title} drawing="none" small />;
}

/** The newest first; null while they are on their way. */
function useVersions(
  tab: EditorTab,
  source: Source,
): { readonly versions: readonly Version[] | null; readonly error: Error | null } {
  const { id, sql, savedQueryId } = tab;
  const here = useQuery({ queryKey: ['sql-tab-versions', id], queryFn: () => versionsOf(id), staleTime: 0, gcTime: 0 });
  const saved = useQuery({
    ...savedQueryVersions(savedQueryId ?? 0),
    enabled: source === 'saved' && savedQueryId !== null,
  });
  if (source === 'here') {
    const versions = here.data
      ?.filter((version) => version.sql !== sql)
      .map(({ at, why, sql: text }): Version => {
        return { key: `${at} ${why}`, at, note: reasonText(why), size: text.length, saved: null, sql: text };
      });
    return { versions: versions ?? null, error: here.error };
  }
  const versions = saved.data?.map(({ version, created_on: at, created_by: by, size }): Version => {
    const note = by === null ? t('saved') : nameOf(by);
    return {
      key: `saved ${version}`,
      at: Date.parse(at),
      note,
      size,
      saved: { id: savedQueryId ?? 0, version },
      sql: null,
    };
  });
  return { versions: versions ?? null, error: saved.error };
}

function useTextOf(version: Version | null) {
  const { saved = null } = version ?? {};
  const text = useQuery({ ...savedQueryText(saved?.id ?? 0, saved?.version ?? 0), enabled: saved !== null });
  if (saved === null) return { sql: version?.sql ?? null, error: null, isPending: false };
  return { sql: text.data?.sql ?? null, error: text.error, isPending: text.isPending };
}

type ListProps = {
  readonly versions: readonly Version[];
  readonly shown: Version;
  readonly onChoose: (key: string) => void;
};

function List({ versions, shown, onChoose }: ListProps) {
  return (
    <ul className={classes['versionList']} aria-label={t('Versions')}>
      {versions.map((version) => (
        <li key={version.key}>
          <button
            type="button"
            className={classes['version']}
            aria-pressed={version === shown}
            onClick={() => onChoose(version.key)}
          >
            {instantText(version.at, { dateStyle: 'medium', timeStyle: 'medium' })}
            <span>
              {version.note}, {tn('1 character', '%(count)s characters', version.size)}
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
