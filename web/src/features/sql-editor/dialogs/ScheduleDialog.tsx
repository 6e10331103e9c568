import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { scheduleQuery, type ScheduleForm } from '../saving/schedule-query.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './Dialogs.module.css';

/** A schedule for the query, which is saved with it. */
export function ScheduleDialog({ tab, onClose }: { readonly tab: EditorTab; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [form, setForm] = useState<ScheduleForm>({
    label: tab.name || t('Untitled query'),
    interval: '@daily',
    start: '',
    end: '',
    outputTable: '',
  });
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
        <TextInput label={t('Until')} type="datetime-local" value={form.end} onChange={(end) => onChange({ end })} />
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

function scheduleProblem({ label, start, end }: ScheduleForm): string | null {
  if (label.trim() === '') return t('Type a name.');
  if (start === '') return t('Choose when it begins.');
  return end !== '' && end <= start ? t('It must end after it begins.') : null;
}
