import { IconShare } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import type { EditorTab } from '../tabs/tabs.ts';

const ShareDialog = onDemand(async () => (await import('../dialogs/ShareDialog.tsx')).ShareDialog);

/** A link to the query as it stands. */
export function ShareButton({ tab }: { readonly tab: EditorTab }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('Share')}
        icon={<IconShare size={16} stroke={1.5} />}
        disabledReason={tab.dbId === null ? t('Choose a database first.') : null}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ShareDialog tab={tab} onClose={() => setOpen(false)} />}
    </>
  );
}
