import { useQuery } from '@tanstack/react-query';
import { instantText, t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { SqlDiff } from '../../../../ui/code-editor/SqlDiff.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import type { VersionReason } from '../../storage/tab-storage.ts';
import type { EditorTab } from '../../tabs/tabs.ts';
import { versionsOf } from '../../tabs/tabs-store.ts';
import classes from '../SqlField.module.css';

type VersionsDialogProps = {
  readonly tab: EditorTab;
  readonly onClose: () => void;
  readonly onRestore: (sql: string) => void;
};

/** The texts that a tab once had, beside the text of now. */
export function VersionsDialog({ tab, onClose, onRestore }: VersionsDialogProps) {
  const stored = useQuery({
    queryKey: ['sql-editor', 'versions', tab.id],
    queryFn: () => versionsOf(tab.id),
    gcTime: 0,
  });
  const [chosen, setChosen] = useState(0);
  const versions = (stored.data ?? []).filter(({ sql }) => sql !== tab.sql);
  const version = versions[chosen] ?? null;
  return (
    <Dialog
      opened
      onClose={onClose}
      width={1080}
      title={t('Versions of this tab')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            disabledReason={version === null ? t('There is no other version.') : null}
            onClick={() => {
              if (version) onRestore(version.sql);
              onClose();
            }}
          >
            {t('Restore')}
          </Button>
        </>
      }
    >
      {versions.length === 0 && !stored.isPending && <p>{t('This tab had no other text yet.')}</p>}
      {version !== null && (
        <div className={classes['versions']}>
          <ul className={classes['versionList']} aria-label={t('Versions')}>
            {versions.map(({ at, why }, index) => (
              <li key={`${at} ${why}`}>
                <button
                  type="button"
                  className={classes['version']}
                  aria-current={index === chosen || undefined}
                  onClick={() => setChosen(index)}
                >
                  {instantText(at, { dateStyle: 'short', timeStyle: 'medium' })}
                  <span>{reasonText(why)}</span>
                </button>
              </li>
            ))}
          </ul>
          <SqlDiff
            before={version.sql}
            after={tab.sql}
            beforeLabel={instantText(version.at, { dateStyle: 'medium', timeStyle: 'short' })}
            afterLabel={t('Now')}
          />
        </div>
      )}
    </Dialog>
  );
}

function reasonText(why: VersionReason): string {
  switch (why) {
    case 'run':
      return t('before a run');
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
