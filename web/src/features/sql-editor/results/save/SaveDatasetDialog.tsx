import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconTablePlus } from '@tabler/icons-react';
import { listText, readerLocale, t, tn } from '@tessera/core/messages';
import { newChartHref } from '@tessera/core/pages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../../api/api-error.ts';
import { dataset as datasetQuery, datasetUsage } from '../../../../api/datasets.ts';
import { datasetsByName } from '../../../../controls/dataset-queries.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { toast } from '../../../../ui/feedback/toast-store.ts';
import { SegmentedControl } from '../../../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import { TextInput } from '../../../../ui/fields/TextInput.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import type { StatementResult } from '../../runs/run.ts';
import type { ResultOf } from '../result-of.ts';
import classes from './SaveDatasetDialog.module.css';
import { datasetSource, overwriteDataset, saveNewDataset } from './save-dataset.ts';

type SaveDatasetDialogProps = { readonly of: ResultOf; readonly onClose: () => void };

/** The query of a result as a dataset: a new one, or in the place of one that is there ([9.0-31]). */
export function SaveDatasetDialog({ of, onClose }: SaveDatasetDialogProps) {
  const { result } = of;
  const form = useSaveDataset(of, onClose);
  const { mode, problem, save, isAsking } = form;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isAsking ? t('Overwrite the dataset?') : t('Save as dataset')}
      closable={!save.isPending}
      onSubmit={() => form.submit(false)}
      footer={
        isAsking ? (
          <>
            <Button onClick={form.back}>{t('Back')}</Button>
            <Button type="submit" variant="danger" loading={save.isPending}>
              {t('Overwrite')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            {mode === 'new' && (
              <Button
                loading={save.isPending && save.variables}
                disabledReason={problem}
                onClick={() => form.submit(true)}
              >
                {t('Save and explore')}
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              icon={<IconTablePlus size={16} stroke={1.5} />}
              loading={save.isPending && !save.variables}
              disabledReason={problem}
            >
              {mode === 'new' ? t('Save') : t('Overwrite …')}
            </Button>
          </>
        )
      }
    >
      <div className={classes['form']}>
        {isAsking && form.targetId !== null ? (
          <WhatChanges id={form.targetId} result={result} />
        ) : (
          <Fields form={form} />
        )}
        {save.isError && (
          <p className={classes['problem']} role="alert">
            {t('An error occurred while creating the data source')}: {describeError(save.error).title}
          </p>
        )}
      </div>
    </Dialog>
  );
}

type Mode = 'new' | 'overwrite';

function useSaveDataset(of: ResultOf, onClose: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [mode, setMode] = useState<Mode>('new');
  const [name, setName] = useState(() => suggestedName(of.tab.name, new Date()));
  const [targetId, setTargetId] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const save = useMutation({
    mutationFn: async (_opens: boolean) => {
      const source = datasetSource(of);
      if (source === null) throw new RangeError('the result has no database');
      if (mode === 'new') return saveNewDataset(source, name.trim());
      if (targetId === null) throw new RangeError('no dataset is chosen');
      return overwriteDataset(source, targetId);
    },
    onSuccess: async (id, opens) => {
      await client.invalidateQueries({ queryKey: ['dataset'] });
      void client.invalidateQueries({ queryKey: ['explore', 'dataset'] });
      const explore = { label: t('Explore'), onClick: () => void navigate(newChartHref(id)) };
      toast.success(mode === 'new' ? t('The dataset was saved') : t('The dataset was overwritten'), {
        action: explore,
      });
      onClose();
      if (opens) await navigate(newChartHref(id));
    },
  });
  return {
    mode,
    setMode,
    name,
    setName,
    targetId,
    setTargetId,
    isAsking,
    back: () => setAsking(false),
    nameProblem: save.error instanceof ApiError ? (save.error.fields['table_name']?.[0] ?? null) : null,
    problem:
      mode === 'new'
        ? name.trim() === ''
          ? t('Give the dataset a name.')
          : null
        : targetId === null
          ? t('Choose a dataset.')
          : null,
    save,
    submit: (opens: boolean) => {
      if (mode === 'overwrite' && targetId === null) return;
      if (mode === 'overwrite' && !isAsking) return setAsking(true);
      save.mutate(opens);
    },
  };
}

type Form = ReturnType<typeof useSaveDataset>;

function Fields({ form }: { readonly form: Form }) {
  const [search, setSearch] = useState('');
  const datasets = useQuery({ ...datasetsByName(search), enabled: form.mode === 'overwrite' });
  return (
    <>
      <SegmentedControl
        label={t('How to save')}
        value={form.mode}
        onChange={form.setMode}
        options={[
          { value: 'new', label: t('Save as new') },
          { value: 'overwrite', label: t('Overwrite existing') },
        ]}
        wide
      />
      {form.mode === 'new' ? (
        <TextInput
          label={t('Dataset name')}
          required
          value={form.name}
          onChange={form.setName}
          error={form.nameProblem}
          maxLength={250}
          data-autofocus
        />
      ) : (
        <Select
          label={t('Dataset')}
          value={form.targetId === null ? null : String(form.targetId)}
          onChange={(id) => form.setTargetId(id === null ? null : Number(id))}
          onSearch={setSearch}
          loading={datasets.isFetching}
          options={(datasets.data?.result ?? []).map(({ id, table_name, schema, database }) => ({
            value: String(id),
            label: table_name,
            note: [database?.database_name, schema].filter(Boolean).join(' · '),
          }))}
        />
      )}
    </>
  );
}

/** What an overwrite takes away, and from whom. */
function WhatChanges({ id, result }: { readonly id: number; readonly result: StatementResult }) {
  const dataset = useQuery(datasetQuery(id)).data;
  const usage = useQuery(datasetUsage(id)).data;
  const names = new Set(result.columns.map(({ name }) => name));
  const gone = (dataset?.columns ?? [])
    .filter(({ column_name, expression }) => !names.has(column_name) && !expression)
    .map(({ column_name }) => column_name);
  const charts = usage?.charts.count ?? 0;
  return (
    <>
      <p className={classes['text']}>
        {t('The query of %(name)s is replaced by this one.', { name: dataset?.table_name ?? '' })}
      </p>
      {gone.length > 0 && <p className={classes['text']}>{t('Columns that go: %s.', listText(gone))}</p>}
      {charts > 0 && (
        <p className={classes['text']}>
          {tn('1 chart stands on it and changes with it.', '%(count)s charts stand on it and change with it.', charts)}
        </p>
      )}
    </>
  );
}

function suggestedName(tabName: string, now: Date): string {
  const day = new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'short', timeStyle: 'medium' }).format(now);
  return `${tabName} ${day}`;
}
