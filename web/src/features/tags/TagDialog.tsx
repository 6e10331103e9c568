import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { fieldComplaint, otherComplaint } from '../../api/field-complaint.ts';
import { saveTag, tagsResource, type Tag } from '../../api/tags.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Textarea, TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import classes from './Tags.module.css';

type TagDialogProps = { readonly tag: Tag | null; readonly onClose: () => void };

/** Make a tag (`tag` is null), or change its name and description. */
export function TagDialog({ tag, onClose }: TagDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(tag?.name ?? '');
  const [description, setDescription] = useState(tag?.description ?? '');
  const save = useMutation({
    mutationFn: () => saveTag(tag, { name: name.trim(), description: description.trim() || null }),
    onSuccess: async () => {
      // Lists of charts and dashboards show the name too.
      for (const resource of [tagsResource, 'chart', 'dashboard'])
        await client.invalidateQueries({ queryKey: [resource] });
      toast.success(t(tag === null ? 'Tag %(name)s was created' : 'Tag %(name)s was saved', { name: name.trim() }));
      onClose();
    },
  });
  const missing = name.trim() === '' ? t('Give the tag a name.') : null;
  const other = otherComplaint(save.error, ['name', 'description']);
  return (
    <Dialog
      opened
      onClose={onClose}
      closable={!save.isPending}
      title={tag === null ? t('New tag') : t('Tag %(name)s', { name: tag.name })}
      onSubmit={() => {
        if (missing === null && !save.isPending) save.mutate();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={save.isPending} disabledReason={missing}>
            {tag === null ? t('Create') : t('Save')}
          </Button>
        </>
      }
    >
      {other !== null && (
        <p className={classes['error']} role="alert">
          {other}
        </p>
      )}
      <TextInput
        label={t('Name')}
        required
        value={name}
        onChange={setName}
        error={fieldComplaint(save.error, 'name')}
        maxLength={250}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        label={t('Description')}
        value={description}
        onChange={setDescription}
        error={fieldComplaint(save.error, 'description')}
        maxLength={10_000}
      />
    </Dialog>
  );
}
