import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { relatedTo } from '../../api/list.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MultiSelect } from '../../ui/MultiSelect.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { TextInput, Textarea } from '../../ui/TextInput.tsx';
import { toast } from '../../ui/toast-store.ts';
import classes from './Explore.module.css';
import { overwriteChart } from './explore-api.ts';
import type { SavedChart } from './saved-chart.ts';

type PropertiesDialogProps = { readonly chart: SavedChart; readonly onClose: () => void; readonly onSaved: (chart: SavedChart) => void };

/** Name, description, owners, cache and certification of a stored chart. */
export function PropertiesDialog({ chart, onClose, onSaved }: PropertiesDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(chart.name);
  const [description, setDescription] = useState(chart.description);
  const [owners, setOwners] = useState<readonly string[]>(chart.ownerIds.map(String));
  const [cacheTimeout, setCacheTimeout] = useState(chart.cacheTimeout);
  const [certifiedBy, setCertifiedBy] = useState(chart.certifiedBy);
  const [details, setDetails] = useState(chart.certificationDetails);
  const [search, setSearch] = useState('');
  const people = useQuery(relatedTo('chart', 'owners', search, chart.ownerIds));
  const known = new Map([...chart.owners.map((owner) => [String(owner.id), owner.name] as const), ...(people.data?.result ?? []).map((one) => [String(one.value), one.text] as const)]);

  const save = useMutation({
    mutationFn: () =>
      overwriteChart(chart, {
        slice_name: name.trim(),
        description: description.trim() === '' ? null : description,
        cache_timeout: cacheTimeout,
        certified_by: certifiedBy.trim() === '' ? null : certifiedBy.trim(),
        // Details without a person who certifies say nothing.
        certification_details: certifiedBy.trim() === '' ? null : details,
        owners: owners.map(Number),
      }),
    onSuccess: (saved) => {
      toast.success(t('Chart properties updated'));
      void client.invalidateQueries({ queryKey: ['chart'] });
      onSaved(saved);
      onClose();
    },
  });
  const problem = name.trim() === '' ? t('Give the chart a name.') : null;
  const stale = save.error instanceof ApiError && save.error.status === 412;
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
        <TextInput label={t('Chart name')} required value={name} onChange={setName} error={problem} maxLength={250} />
        <Textarea label={t('Description')} value={description} onChange={setDescription} description={t('Shown with the chart on dashboards.')} />
        <MultiSelect label={t('Owners')} description={t('Owners change the chart; others save copies.')} values={owners} onChange={setOwners} options={[...known].map(([value, label]) => ({ value, label }))} loading={people.isFetching} onSearch={setSearch} />
        <NumberInput label={t('Cache timeout in seconds')} hint={t('How long an answer is kept. Empty: as the dataset has it; −1: never kept.')} integer min={-1} value={cacheTimeout} onChange={setCacheTimeout} />
        <TextInput label={t('Certified by')} value={certifiedBy} onChange={setCertifiedBy} maxLength={250} />
        {certifiedBy.trim() !== '' && <TextInput label={t('Certification details')} value={details} onChange={setDetails} />}
        {save.isError && <p className={classes['saveError']} role="alert">{stale ? t('Somebody saved this chart since you opened it. Reload the page to see theirs.') : t('Sorry, there was an error saving this %s: %s', t('chart'), save.error.message)}</p>}
      </div>
    </Dialog>
  );
}
