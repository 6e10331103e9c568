import { IconTag } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState, type ReactNode } from 'react';
import type { TaggedType } from '../../api/tags.ts';
import { onDemand } from '../../ui/common/on-demand.tsx';
import type { BulkAction } from '../../ui/lists/list-page-types.ts';

const AddTagsDialog = onDemand(async () => (await import('./AddTagsDialog.tsx')).AddTagsDialog);

type Asked = { readonly ids: readonly number[]; readonly answer: (result: undefined | false) => void };

/** The action of a list that tags what is selected, and the dialog that it opens. */
export function useBulkTags(type: TaggedType): { readonly action: BulkAction; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    action: {
      label: t('Add tags'),
      icon: <IconTag size={14} stroke={1.5} />,
      run: (ids) => new Promise((resolve) => setAsked({ ids, answer: resolve })),
    },
    dialog: asked && (
      <AddTagsDialog
        type={type}
        ids={asked.ids}
        onDone={(isDone) => {
          setAsked(null);
          asked.answer(isDone ? undefined : false);
        }}
      />
    ),
  };
}
