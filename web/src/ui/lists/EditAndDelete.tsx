import { IconPencil, IconTrash } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { IconButton } from '../buttons/IconButton.tsx';

type EditAndDeleteProps = {
  /** Of the object in the row, for screen readers. */
  readonly name: string;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
};

/** The actions of most rows. */
export function EditAndDelete({ name, onEdit, onDelete }: EditAndDeleteProps) {
  return (
    <>
      <IconButton
        size="small"
        label={t('Edit %(name)s', { name })}
        icon={<IconPencil size={16} stroke={1.5} />}
        onClick={onEdit}
      />
      <IconButton
        size="small"
        danger
        label={t('Delete %(name)s', { name })}
        icon={<IconTrash size={16} stroke={1.5} />}
        onClick={onDelete}
      />
    </>
  );
}
