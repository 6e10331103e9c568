import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { isStaleVersion } from '../../api/api-error.ts';
import { relatedTo } from '../../api/list.ts';
import { Button } from '../../ui/Button.tsx';
import { ChangedNotice } from '../../ui/ChangedNotice.tsx';
import { describeError } from '../../ui/describe-error.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { MultiSelect } from '../../ui/MultiSelect.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { TextInput, Textarea } from '../../ui/TextInput.tsx';
import { toast } from '../../ui/toast-store.ts';
import { mergeProperties, propertiesOf, propertiesPatch, propertyLabels, propertyWords, type ChartProperties } from './chart-properties.ts';
import classes from './Explore.module.css';
import { overwriteChart, readChart } from './explore-api.ts';
import type { SavedChart } from './saved-chart.ts';

type PropertiesDialogProps = { readonly chart: SavedChart; readonly onClose: () => void; readonly onSaved: (chart: SavedChart) => void };

/** Name, description, owners, cache and certification of a stored chart. */
export function PropertiesDialog({ chart, onClose, onSaved }: PropertiesDialogProps) {
  const client = useQueryClient();
  const [base, setBase] = useState(chart);
  const [form, setForm] = useState(() => propertiesOf(chart));
  const [merge, setMerge] = useState<ReturnType<typeof mergeProperties> | null>(null);
  const [search, setSearch] = useState('');
  const people = useQuery(relatedTo('chart', 'owners', search, base.ownerIds));
  const known = new Map([...base.owners.map((owner) => [String(owner.id), owner.name] as const), ...(people.data?.result ?? []).map((one) => [String(one.value), one.text] as const)]);

  const save = useMutation({
    mutationFn: () => overwriteChart(base, propertiesPatch(form)),
    onSuccess: (saved) => {
      toast.success(t('Chart properties updated'));
      void client.invalidateQueries({ queryKey: ['chart'] });
      // What else they changed is not on the page: it stays at its version, so that the next save of the chart asks.
      onSaved(merge === null ? saved : { ...saved, version: chart.version });
      onClose();
    },
    onError: async (error) => {
      if (!isStaleVersion(error)) return;
      try {
        const theirs = await readChart(base.id);
        const merged = mergeProperties(propertiesOf(base), form, propertiesOf(theirs));
        setMerge(merged);
        setForm(merged.draft);
        setBase(theirs);
      } catch (failure) {
        toast.danger(describeError(failure).title);
      }
    },
  });
  const change = (part: Partial<ChartProperties>) => setForm((now) => ({ ...now, ...part }));
  const { name, description, owners, cacheTimeout, certifiedBy, details } = form;
  const problem = name.trim() === '' ? t('Give the chart a name.') : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Chart properties')}
      closable={!save.isPending}
      onSubmit={() => problem === null && save.mutate()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={save.isPending} disabledReason={problem}>{t('Save')}</Button>
        </>
      }
    >
      <div className={classes['stack']}>
        {merge !== null && (
          <ChangedNotice
            sentence={t('Somebody saved this chart since you opened it. Nothing of yours is lost: look it over and save again.')}
            taken={merge.taken.map((field) => t(propertyLabels[field]))}
            clashes={merge.kept.map((field) => ({ label: t(propertyLabels[field]), theirs: propertyWords(field, base) }))}
          />
        )}
        <TextInput label={t('Chart name')} required value={name} onChange={(next) => change({ name: next })} error={problem} maxLength={250} />
        <Textarea label={t('Description')} value={description} onChange={(next) => change({ description: next })} description={t('Shown with the chart on dashboards.')} />
        <MultiSelect label={t('Owners')} description={t('Owners change the chart; others save copies.')} values={owners} onChange={(next) => change({ owners: next })} options={[...known].map(([value, label]) => ({ value, label }))} loading={people.isFetching} onSearch={setSearch} />
        <NumberInput label={t('Cache timeout in seconds')} hint={t('How long an answer is kept. Empty: as the dataset has it; −1: never kept.')} integer min={-1} value={cacheTimeout} onChange={(next) => change({ cacheTimeout: next })} />
        <TextInput label={t('Certified by')} value={certifiedBy} onChange={(next) => change({ certifiedBy: next })} maxLength={250} />
        {certifiedBy.trim() !== '' && <TextInput label={t('Certification details')} value={details} onChange={(next) => change({ details: next })} />}
        {save.isError && !isStaleVersion(save.error) && <p className={classes['saveError']} role="alert">{t('Sorry, there was an error saving this %s: %s', t('chart'), save.error.message)}</p>}
      </div>
    </Dialog>
  );
}
