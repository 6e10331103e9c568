import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { savedQuery } from '../../../api/saved-queries.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { scheduleForm, scheduleQuery, type ScheduleForm } from '../saving/schedule-query.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './Dialogs.module.css';

/** A schedule for the query, which is saved with it. */
export function ScheduleDialog({ tab, onClose }: { readonly tab: EditorTab; readonly onClose: () => void }) {
  const { savedQueryId: id } = tab;
  const stored = useQuery({ ...savedQuery(id ?? 0), enabled: id !== null, retry: false });
  const label = tab.name || t('Untitled query');
  if (id === null || !stored.isPending)
    return <Opened tab={tab} given={scheduleForm(label, stored.data?.extra ?? {})} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('Schedule query')}>
      <Skeleton height={260} />
    </Dialog>
  );
}

type OpenedProps = { readonly tab: EditorTab; readonly given: ScheduleForm; readonly onClose: () => void };

function Opened({ tab, given, onClose }: OpenedProps) {
  const client = useQueryClient();
  const [form, setForm] = useState(given);
  const [isSaving, setSaving] = useState(false);
  const set = (change: Partial<ScheduleForm>) => setForm({ ...form, ...change });
  const problem = scheduleProblem(form);
  const submit = async () => {
    if (problem !== null) return;
    setSaving(true);
    const isDone = await scheduleQuery(client, tab, form);
    setSaving(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Schedule query')}
      subtitle={t('The schedule is saved with the query, for the scheduler of this installation.')}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSaving} disabledReason={problem}>
            {t('Schedule')}
          </Button>
        </>
      }
    >
      <Fields form={form} onChange={set} />
    </Dialog>
  );
}

type FieldsProps = { readonly form: ScheduleForm; readonly onChange: (change: Partial<ScheduleForm>) => void };

function Fields({ form, onChange }: FieldsProps) {
  return (
    <div className={classes['stack']}>
      <TextInput
        label={t('Name')}
        value={form.label}
        onChange={(label) => onChange({ label })}
        maxLength={256}
        required
        data-autofocus
      />
      <Select
        label={t('Repeats')}
        value={form.interval}
        onChange={(interval) => onChange({ interval: interval ?? '@daily' })}
        options={[
          { value: '@hourly', label: t('Every hour') },
          { value: '@daily', label: t('Every day') },
          { value: '@weekly', label: t('Every week') },
          { value: '@monthly', label: t('Every month') },
        ]}
        freeEntry
      />
      <div className={classes['row']}>
        <TextInput
          label={t('From')}
          type="datetime-local"
          value={form.start}
          onChange={(start) => onChange({ start })}
          required
        />
        <TextInput
          label={t('Until')}
          type="datetime-local"
          value={form.end}
          onChange={(end) => onChange({ end })}
          error={endsEarly(form) ? t('It must end after it begins.') : undefined}
        />
      </div>
      <TextInput
        label={t('Output table')}
        value={form.outputTable}
        onChange={(outputTable) => onChange({ outputTable })}
        maxLength={256}
        mono
      />
    </div>
  );
}

function endsEarly({ start, end }: ScheduleForm): boolean {
  return start !== '' && end !== '' && end <= start;
}

function scheduleProblem(form: ScheduleForm): string | null {
  const { label, start } = form;
  if (label.trim() === '') return t('Type a name.');
  if (start === '') return t('Choose when it begins.');
  return endsEarly(form) ? t('It must end after it begins.') : null;
}
