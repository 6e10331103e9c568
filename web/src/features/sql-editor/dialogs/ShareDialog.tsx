import { useQuery } from '@tanstack/react-query';
import { IconCopy } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { createSqlLink } from '../../../api/sql-lab.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { copyText } from '../../../ui/feedback/copy.ts';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './Dialogs.module.css';

/** Links to the query: as it stands now, and to the saved query, which may become another one. */
export function ShareDialog({ tab, onClose }: { readonly tab: EditorTab; readonly onClose: () => void }) {
  const { name, dbId, catalog, schema, sql, templateParams, savedQueryId } = tab;
  // What is shared is what was on screen when the dialog opened.
  const [shared] = useState({ dbId: dbId ?? 0, name, sql, catalog, schema, templateParams: templateParams || null });
  const link = useQuery({
    queryKey: ['sql-link', shared],
    queryFn: () => createSqlLink(shared),
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Share')}
      subtitle={name}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <div className={classes['stack']}>
        {link.isPending && <Skeleton height={60} />}
        {link.isError && <ErrorCard error={link.error} onRetry={() => void link.refetch()} small />}
        {link.data !== undefined && (
          <LinkField label={t('Link to the query as it is now')} address={new URL(link.data, location.href).href} />
        )}
        {savedQueryId !== null && (
          <LinkField
            label={t('Link to the saved query')}
            address={new URL(hrefOf('sqlLab', {}, { savedQueryId }), location.href).href}
          />
        )}
        <p className={classes['note']}>{t('Whoever may use its database can open it. Nothing runs by itself.')}</p>
      </div>
    </Dialog>
  );
}

function LinkField({ label, address }: { readonly label: string; readonly address: string }) {
  return (
    <div className={classes['link']}>
      <TextInput
        label={label}
        value={address}
        onChange={unchanged}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="primary"
        icon={<IconCopy size={16} stroke={1.5} />}
        onClick={() => void copyText(address, t('Link copied'))}
      >
        {t('Copy link')}
      </Button>
    </div>
  );
}

/** Links are made, not written. */
const unchanged = () => undefined;
