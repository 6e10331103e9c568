import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { annotationsOf, saveAnnotation, type Annotation } from '../../api/annotation-layers.ts';
import { otherComplaint } from '../../api/field-complaint.ts';
import { formOf, inputOf, problemsOf, type AnnotationForm } from '../../controls/annotation-form.ts';
import { AnnotationFields } from '../../controls/AnnotationFields.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import classes from './AnnotationLayers.module.css';

type AnnotationDialogProps = {
  readonly layerId: number;
  readonly annotation: Annotation | null;
  readonly onClose: () => void;
};

/** Make an annotation (`annotation` is null), or change one. */
export function AnnotationDialog({ layerId, annotation, onClose }: AnnotationDialogProps) {
  const client = useQueryClient();
  const [form, setForm] = useState(() => formOf(annotation));
  const [isTried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => saveAnnotation(layerId, annotation, inputOf(form, annotation)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [annotationsOf(layerId)] });
      toast.success(
        t(annotation === null ? 'Annotation %(name)s was created' : 'Annotation %(name)s was saved', {
          name: form.name.trim(),
        }),
      );
      onClose();
    },
  });
  const problems = problemsOf(form);
  const change = (part: Partial<AnnotationForm>) => setForm((now) => ({ ...now, ...part }));
  const other = otherComplaint(save.error, ['short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata']);
  return (
    <Dialog
      opened
      onClose={onClose}
      closable={!save.isPending}
      title={annotation === null ? t('New annotation') : t('Annotation %(name)s', { name: annotation.short_descr })}
      onSubmit={() => {
        setTried(true);
        if (Object.keys(problems).length === 0 && !save.isPending) save.mutate();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={save.isPending}>
            {annotation === null ? t('Create') : t('Save')}
          </Button>
        </>
      }
    >
      {other !== null && (
        <p className={classes['error']} role="alert">
          {other}
        </p>
      )}
      <AnnotationFields form={form} change={change} shown={isTried ? problems : {}} error={save.error} />
    </Dialog>
  );
}
