import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { saveDashboard, storedDashboard, type DashboardItem } from '../../api/dashboards.ts';
import { relatedTo } from '../../api/list.ts';
import { nameOf } from '../../api/me.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorCard } from '../../ui/ErrorCard.tsx';
import { MultiSelect } from '../../ui/MultiSelect.tsx';
import { Textarea, TextInput } from '../../ui/TextInput.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useDashboard } from './dashboard-store.ts';
import { saveErrorText } from './save.ts';

type PropertiesDialogProps = { readonly item: DashboardItem; readonly onClose: () => void; readonly onSaved: (item: DashboardItem) => void };

type PropertiesForm = { readonly title: string; readonly slug: string; readonly description: string; readonly owners: readonly string[]; readonly certifiedBy: string; readonly details: string };

/** Title, address, people and certification ([7.4-03]). They are saved at once, apart from the layout. */
export function PropertiesDialog({ item, onClose, onSaved }: PropertiesDialogProps) {
  const client = useQueryClient();
  const title = useDashboard((state) => state.title);
  const version = useDashboard((state) => state.version);
  const dispatch = useDashboard((state) => state.dispatch);
  const [form, setForm] = useState<PropertiesForm>({ title, slug: item.slug ?? '', description: item.description ?? '', owners: item.owners.map((owner) => String(owner.id)), certifiedBy: item.certified_by ?? '', details: item.certification_details ?? '' });
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const people = useQuery(relatedTo('dashboard', 'owners', search, item.owners.map((owner) => owner.id)));
  const options = [
    ...item.owners.map((owner) => ({ value: String(owner.id), label: nameOf(owner) })),
    ...(people.data?.result ?? []).filter((person) => !item.owners.some((owner) => owner.id === person.value)).map((person) => ({ value: String(person.value), label: person.text })),
  ];
  const complaints = error instanceof ApiError ? fieldComplaints(error) : {};

  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      await saveDashboard(
        item.id,
        { dashboard_title: form.title, slug: form.slug === '' ? null : form.slug, description: form.description === '' ? null : form.description, owners: form.owners.map(Number), certified_by: form.certifiedBy, certification_details: form.details },
        version,
      );
      const saved = await storedDashboard(item.id);
      dispatch({ type: 'properties_saved', item: saved });
      void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
      toast.success(t('The dashboard properties were saved.'));
      onSaved(saved);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const set = (change: Partial<PropertiesForm>) => setForm({ ...form, ...change });

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Dashboard properties')}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={busy}>{t('Save')}</Button>
        </>
      }
    >
      <TextInput label={t('Title')} value={form.title} onChange={(value) => set({ title: value })} maxLength={500} data-autofocus />
      <TextInput label={t('Address')} description={t('The last part of the dashboard\'s address. Letters, digits, hyphens.')} value={form.slug} onChange={(value) => set({ slug: value })} maxLength={255} error={complaints['slug'] ?? null} />
      <Textarea label={t('Description')} value={form.description} onChange={(value) => set({ description: value })} />
      <MultiSelect label={t('Owners')} description={t('Owners may change and delete the dashboard.')} values={form.owners} onChange={(owners) => set({ owners })} options={options} onSearch={setSearch} loading={people.isFetching} error={complaints['owners'] ?? null} />
      <TextInput label={t('Certified by')} value={form.certifiedBy} onChange={(value) => set({ certifiedBy: value })} maxLength={250} />
      {form.certifiedBy !== '' && <TextInput label={t('Certification details')} value={form.details} onChange={(value) => set({ details: value })} />}
      {error !== null && Object.keys(complaints).length === 0 && <ErrorCard small error={error} title={saveErrorText(error)} />}
    </Dialog>
  );
}

/** Complaints of the server by field, as sentences beside the fields. */
function fieldComplaints(error: ApiError): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(error.fields).map(([field, complaints]) => [field, complaints.join(' ')]));
}
