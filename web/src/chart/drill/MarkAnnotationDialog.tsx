import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { annotationsOf, createLayer, layersResource, saveAnnotation } from '../../api/annotation-layers.ts';
import { otherComplaint } from '../../api/field-complaint.ts';
import { formOf, inputOf, problemsOf, type AnnotationForm } from '../../controls/annotation-form.ts';
import { useAnnotationSources } from '../../controls/annotation-sources.ts';
import { AnnotationFields } from '../../controls/AnnotationFields.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import classes from './Drill.module.css';
import type { AnnotateHost, MarkQuestion } from './mark-host.ts';
import { momentOf } from './mark-moment.ts';

type MarkAnnotationDialogProps = {
  readonly question: MarkQuestion;
  readonly host: AnnotateHost;
  readonly onClose: () => void;
};
type Place = { readonly kind: 'known' | 'new'; readonly id: string | null; readonly name: string };

/** An annotation at the time of a mark, in a layer of one's choice. */
export function MarkAnnotationDialog({ question, host, onClose }: MarkAnnotationDialogProps) {
  const [form, setForm] = useState(() => formAt(question));
  const [place, setPlace] = useState<Place>({ kind: 'known', id: null, name: '' });
  const [isTried, setTried] = useState(false);
  const sources = useAnnotationSources('NATIVE', place.id);
  const problems = problemsOf(form);
  const placeProblem = problemOf(place);
  const save = useSave(form, place, setPlace, (layer) => {
    host.onMade(layer);
    onClose();
  });
  const other = otherComplaint(save.error, ['short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata']);
  return (
    <Dialog
      opened
      onClose={onClose}
      closable={!save.isPending}
      title={t('Mark with an annotation')}
      subtitle={question.mark.name}
      onSubmit={() => {
        setTried(true);
        if (Object.keys(problems).length === 0 && placeProblem === null && !save.isPending) save.mutate();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={save.isPending}>
            {t('Create')}
          </Button>
        </>
      }
    >
      {other !== null && (
        <p className={classes['error']} role="alert">
          {other}
        </p>
      )}
      <AnnotationFields
        form={form}
        change={(part: Partial<AnnotationForm>) => setForm((now) => ({ ...now, ...part }))}
        shown={isTried ? problems : {}}
        error={save.error}
      />
      <LayerFields
        place={place}
        onChange={setPlace}
        sources={sources}
        problem={isTried ? placeProblem : null}
        note={host.showsLayer ? t('The chart shows the layer from then on.') : null}
      />
    </Dialog>
  );
}

function useSave(
  form: AnnotationForm,
  place: Place,
  setPlace: (place: Place) => void,
  onSaved: AnnotateHost['onMade'],
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const name = place.name.trim();
      const id = place.kind === 'new' ? await createLayer({ name, descr: null }) : Number(place.id);
      // A second try writes into the layer that the first one made.
      if (place.kind === 'new') setPlace({ kind: 'known', id: String(id), name });
      await saveAnnotation(id, null, inputOf(form, null));
      return { id, name };
    },
    onSuccess: async (layer) => {
      await client.invalidateQueries({ queryKey: [layersResource] });
      await client.invalidateQueries({ queryKey: [annotationsOf(layer.id)] });
      toast.success(t('Annotation %(name)s was created', { name: form.name.trim() }));
      onSaved(layer);
    },
  });
}

type LayerFieldsProps = {
  readonly place: Place;
  readonly onChange: (place: Place) => void;
  readonly sources: ReturnType<typeof useAnnotationSources>;
  readonly problem: string | null;
  readonly note: string | null;
};

function LayerFields({ place, onChange, sources, problem, note }: LayerFieldsProps) {
  const error = sources.error === null ? problem : sources.error.message;
  const description = note === null ? {} : { description: note };
  return (
    <div className={classes['layer']}>
      <SegmentedControl
        label={t('Annotation layer')}
        value={place.kind}
        onChange={(kind) => onChange({ kind, id: null, name: '' })}
        options={[
          { value: 'known', label: t('A layer that is there') },
          { value: 'new', label: t('A new layer') },
        ]}
      />
      {place.kind === 'known' ? (
        <Select
          label={t('Annotation layer')}
          required
          value={place.id}
          onChange={(id) =>
            onChange({ ...place, id, name: sources.options.find(({ value }) => value === id)?.label ?? '' })
          }
          options={sources.options}
          loading={sources.loading}
          onSearch={sources.onSearch}
          emptyText={t('There is no annotation layer yet.')}
          error={error}
          opens="above"
          {...description}
        />
      ) : (
        <TextInput
          label={t('Name of the new layer')}
          required
          value={place.name}
          onChange={(name) => onChange({ ...place, name })}
          error={problem}
          maxLength={250}
          autoComplete="off"
          {...description}
        />
      )}
    </div>
  );
}

function problemOf({ kind, id, name }: Place): string | null {
  if (kind === 'known') return id === null ? t('Choose an annotation layer.') : null;
  return name.trim() === '' ? t('Give the layer a name.') : null;
}

/** A new annotation at the moment of a mark. */
function formAt({ mark, target, shown }: MarkQuestion): AnnotationForm {
  const moment = momentOf(mark, target, shown);
  return { ...formOf(null), start: moment === null ? '' : new Date(moment).toISOString().slice(0, 19) };
}
