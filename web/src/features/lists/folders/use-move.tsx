import { IconFolderSymlink } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState, type ReactNode } from 'react';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import type { BulkAction } from '../../../ui/lists/list-page-types.ts';

const MoveDialog = onDemand(async () => (await import('./MoveDialog.tsx')).MoveDialog);

type Asked = { readonly ids: readonly number[]; readonly answer: (result: undefined | false) => void };

/** The action of the list that moves what is selected into a folder, and the dialog that it opens. */
export function useMove(): { readonly action: BulkAction; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    action: {
      label: t('Move to folder'),
      icon: <IconFolderSymlink size={14} stroke={1.5} />,
      run: (ids) => new Promise((resolve) => setAsked({ ids, answer: resolve })),
    },
    dialog: asked && (
      <MoveDialog
        ids={asked.ids}
        onDone={(isDone) => {
          setAsked(null);
          asked.answer(isDone ? undefined : false);
        }}
      />
    ),
  };
}
