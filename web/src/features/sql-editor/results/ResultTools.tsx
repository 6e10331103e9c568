import { useQuery } from '@tanstack/react-query';
import { IconTablePlus } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { holds, me } from '../../../api/me.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import { DownloadMenu } from './downloads/DownloadMenu.tsx';
import type { ResultOf } from './result-of.ts';

const SaveDatasetDialog = onDemand(async () => (await import('./save/SaveDatasetDialog.tsx')).SaveDatasetDialog);

/** Where the rows of a result can go. */
export function ResultTools(props: ResultOf) {
  const user = useQuery(me).data;
  const [isSaving, setSaving] = useState(false);
  const maySave = user !== undefined && holds(user, 'can_write', 'Dataset');
  return (
    <>
      <DownloadMenu {...props} />
      <IconButton
        size="small"
        label={t('Save as dataset')}
        icon={<IconTablePlus size={16} stroke={1.5} />}
        disabledReason={maySave ? null : t('You may not make datasets. Ask an administrator for the right to do so.')}
        onClick={() => setSaving(true)}
      />
      {isSaving && <SaveDatasetDialog of={props} onClose={() => setSaving(false)} />}
    </>
  );
}
