import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { relatedTo } from '../../api/list.ts';
import { tagsNamed, tagsResource } from '../../api/tags.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ChangedNotice } from '../../ui/feedback/ChangedNotice.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { MultiSelect } from '../../ui/fields/MultiSelect.tsx';
import { NumberInput } from '../../ui/fields/NumberInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { MarkdownField } from '../../ui/markdown/MarkdownField.tsx';
import { complaintOf, TagsInput } from '../../controls/tags/TagsInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useCloseGuard } from '../../ui/overlays/use-close-guard.ts';
import { useSharedForm } from '../../ui/fields/use-shared-form.ts';
import { chartForm, propertiesPatch, type ChartProperties } from './chart-properties.ts';
import classes from './Explore.module.css';
import { overwriteChart, readChart } from './explore-api.ts';
import type { SavedChart } from '../../chart-editor/draft.ts';

type PropertiesDialogProps = {
  readonly chart: SavedChart;
  readonly onClose: () => void;
  readonly onSaved: (chart: SavedChart) => void;
};

/** Name, description, owners, cache and certification of a stored chart. */
export function PropertiesDialog({ chart, onClose, onSaved }: PropertiesDialogProps) {
  const client = useQueryClient();
  const { base, draft, change, isDirty, news, save } = useSharedForm({
    ...chartForm,
    stored: chart,
    opened: chartForm.draftOf(chart),
    write: async (base, draft) =>
      overwriteChart(base, { ...propertiesPatch(draft), ...(await tagsPatch(base, draft)) }),
    read: (base) => readChart(base.id),
    onSaved: (saved, hasNews) => {
      toast.success(t('Chart properties updated'));
      for (const resource of ['chart', tagsResource]) void client.invalidateQueries({ queryKey: [resource] });
      // What else they changed is not on the page: it stays at its version, so that the next save of the chart asks.
      onSaved(hasNews ? { ...saved, version: chart.version } : saved);
      guard.release();
      onClose();
    },
  });
  const guard = useCloseGuard(isDirty);
  const leave = () => guard.leaveBy(onClose);
  const problem = draft.name.trim() === '' ? t('Give the chart a name.') : null;
  const refused = problem ?? complaintOf(draft.tags);
  return (
    <>
      <Dialog
        opened
        onClose={leave}
        title={t('Chart properties')}
        closable={!save.isPending}
        onSubmit={() => refused === null && !save.isPending && save.mutate()}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={save.isPending} disabledReason={refused}>
              {t('Save')}
            </Button>
          </>
        }
      >
        <div className={classes['stack']}>
          {news !== null && (
            <ChangedNotice
              sentence={t(
                'Somebody saved this chart since you opened it. Nothing of yours is lost: look it over and save again.',
              )}
              {...news}
            />
          )}
          <PropertyFields base={base} draft={draft} change={change} problem={problem} />
          {save.isError && (
            <p className={classes['saveError']} role="alert">
              {t('Sorry, there was an error saving this %s: %s', t('chart'), save.error.message)}
            </p>
          )}
        </div>
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this chart will be lost.')}</LeaveDialog>
    </>
  );
}

/** The tags, if they were changed here: what others gave it meanwhile stays otherwise. */
async function tagsPatch(base: SavedChart, { tags }: ChartProperties) {
  if (JSON.stringify(tags) === JSON.stringify(chartForm.draftOf(base).tags)) return {};
  return { tags: (await tagsNamed(tags, base.tags)).map(({ id }) => id) };
}

type PropertyFieldsProps = {
  readonly base: SavedChart;
  readonly draft: ChartProperties;
  readonly change: (part: Partial<ChartProperties>) => void;
  readonly problem: string | null;
};

function PropertyFields({ base, draft, change, problem }: PropertyFieldsProps) {
  const [search, setSearch] = useState('');
  const people = useQuery(relatedTo('chart', 'owners', search, base.ownerIds));
  const known = new Map([
    ...base.owners.map((owner) => [String(owner.id), owner.name] as const),
    ...(people.data?.result ?? []).map((one) => [String(one.value), one.text] as const),
  ]);
  const { name, description, owners, tags, cacheTimeout, certifiedBy, details } = draft;
  return (
    <>
      <TextInput
        label={t('Chart name')}
        required
        value={name}
        onChange={(next) => change({ name: next })}
        error={problem}
        maxLength={250}
      />
      <MarkdownField
        label={t('Description')}
        value={description}
        onChange={(next) => change({ description: next })}
        description={t('Shown with the chart on dashboards. Markdown is read.')}
        maxLength={50_000}
      />
      <MultiSelect
        label={t('Owners')}
        description={t('Owners change the chart; others save copies.')}
        values={owners}
        onChange={(next) => change({ owners: next })}
        options={[...known].map(([value, label]) => ({ value, label }))}
        loading={people.isFetching}
        onSearch={setSearch}
      />
      <TagsInput type="chart" values={tags} onChange={(next) => change({ tags: next })} />
      <NumberInput
        label={t('Cache timeout in seconds')}
        hint={t('How long an answer is kept. Empty: as the dataset has it; −1: never kept.')}
        integer
        min={-1}
        value={cacheTimeout}
        onChange={(next) => change({ cacheTimeout: next })}
      />
      <TextInput
        label={t('Certified by')}
        value={certifiedBy}
        onChange={(next) => change({ certifiedBy: next })}
        maxLength={250}
      />
      {certifiedBy.trim() !== '' && (
        <TextInput label={t('Certification details')} value={details} onChange={(next) => change({ details: next })} />
      )}
    </>
  );
}
