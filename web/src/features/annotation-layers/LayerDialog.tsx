import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { layersResource, saveLayer, type Layer } from '../../api/annotation-layers.ts';
import { fieldComplaint, otherComplaint } from '../../api/field-complaint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Textarea, TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import classes from './AnnotationLayers.module.css';

/** Make an annotation layer (`layer` is null), or change its name and description. */
export function LayerDialog({ layer, onClose }: { readonly layer: Layer | null; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(layer?.name ?? '');
  const [descr, setDescr] = useState(layer?.descr ?? '');
  const save = useMutation({
    mutationFn: () => saveLayer(layer, { name: name.trim(), descr: descr.trim() || null }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [layersResource] });
      toast.success(savedText(layer === null, name.trim()));
      onClose();
    },
  });
  const missing = name.trim() === '' ? t('Give the layer a name.') : null;
  const other = otherComplaint(save.error, ['name', 'descr']);
  return (
    <Dialog
      opened
      onClose={onClose}
      closable={!save.isPending}
      title={layer === null ? t('New annotation layer') : t('Annotation layer %(name)s', { name: layer.name })}
      onSubmit={() => {
        if (missing === null && !save.isPending) save.mutate();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={save.isPending} disabledReason={missing}>
            {layer === null ? t('Create') : t('Save')}
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
        value={descr}
        onChange={setDescr}
        error={fieldComplaint(save.error, 'descr')}
        rows={3}
        maxLength={10_000}
      />
    </Dialog>
  );
}

function savedText(isNew: boolean, name: string): string {
  return t(isNew ? 'Annotation layer %(name)s was created' : 'Annotation layer %(name)s was saved', { name });
}
