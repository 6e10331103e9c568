import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t, tNamed } from '@tessera/core/messages';
import { useRef, useState } from 'react';
import { ApiError, isStaleVersion } from '../../api/api-error.ts';
import { createDatabase, testConnection, updateDatabase, type AvailableEngine, type DatabaseConnection } from '../../api/databases.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { describeError } from '../../ui/describe-error.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ConnectionFieldInput, fieldWidth } from './ConnectionFieldInput.tsx';
import { emptyForm, inputOf, missingFields, savedForm, type ConnectionForm } from './connection-form.ts';
import { stepsOf } from './connection-steps.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import classes from './DatabaseDialog.module.css';

type DatabaseFormProps = { readonly engines: readonly AvailableEngine[]; readonly saved: DatabaseConnection | null; readonly onClose: () => void };

/** Drawn from the fields that the server names for each kind of database; tested before it is saved. */
export function DatabaseForm({ engines, saved, onClose }: DatabaseFormProps) {
  const client = useQueryClient();
  const first = engines.find((engine) => engine.preferred) ?? engines[0];
  const [form, setForm] = useState<ConnectionForm | null>(() => (saved ? savedForm(saved) : first ? emptyForm(first, null) : null));
  const abort = useRef<AbortController | null>(null);
  const engine = engines.find((one) => one.engine === form?.engine);
  const fields = engine?.fields ?? [];
  const id = saved?.id ?? null;

  const test = useMutation({
    mutationFn: (tested: ConnectionForm) => {
      abort.current = new AbortController();
      return testConnection(inputOf(tested, fields, id), abort.current.signal);
    },
  });
  const save = useMutation({
    mutationFn: async ({ sent, force }: { readonly sent: ConnectionForm; readonly force: boolean }) => {
      const input = inputOf(sent, fields, id);
      const { id: _, ...body } = input;
      if (saved) await updateDatabase(saved.id, body, force ? null : saved.version);
      else await createDatabase(body);
    },
    onSuccess: async (_, { sent }) => {
      await client.invalidateQueries({ queryKey: ['database'] });
      toast.success(tNamed(saved ? 'The connection %(name)s was saved' : '%(name)s is connected', { name: sent.name }));
      onClose();
    },
  });
  if (form === null) return null;

  const change = (next: ConnectionForm) => {
    setForm(next);
    // A verdict on other values than those on screen would mislead.
    if (!test.isIdle) {
      abort.current?.abort();
      test.reset();
    }
    if (save.isError) save.reset();
  };
  const missing = missingFields(form, fields, id);
  const missingReason = missing.length === 0 ? null : t('Still empty: %s', missing.map((name) => t(name)).join(', '));
  const error = save.error ?? test.error;
  const complaints = error instanceof ApiError ? error.fields : {};
  const isStale = isStaleVersion(save.error);
  const general = save.error !== null && Object.keys(complaints).length === 0 ? describeError(save.error).title : null;

  return (
    <Dialog
      opened
      onClose={onClose}
      title={saved ? tNamed('Database %(name)s', { name: saved.database_name }) : t('Connect a database')}
      onSubmit={() => {
        if (missing.length === 0) save.mutate({ sent: form, force: isStale });
      }}
      footer={
        <>
          <span className={classes['left']}>
            <Button onClick={() => test.mutate(form)} loading={test.isPending} disabledReason={missingReason}>{t('Test the connection')}</Button>
          </span>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={save.isPending} disabledReason={missingReason}>{isStale ? t('Save over the other change') : saved ? t('Save') : t('Connect')}</Button>
        </>
      }
    >
      {!saved && (
        <div role="group" aria-label={t('Kind of database')} className={classes['kinds']}>
          {engines.map((one) => (
            <button key={one.engine} type="button" className={classes['kind']} aria-pressed={one.engine === form.engine} onClick={() => change(emptyForm(one, form))}>
              {one.name}
            </button>
          ))}
        </div>
      )}
      <div className={classes['fields']}>
        <div className={classes['whole']}>
          <TextInput label={t('Name')} value={form.name} onChange={(name) => change({ ...form, name })} description={t('How people will find it. It can be changed later.')} error={complaints['database_name']?.join(' ') ?? general} required data-autofocus />
        </div>
        {fields.map((field) => (
          <div key={field.name} className={cx(classes[fieldWidth(field)])}>
            <ConnectionFieldInput field={field} value={form.values[field.name] ?? null} isSaved={saved !== null} error={complaints[field.name]?.join(' ') ?? null} onChange={(value) => change({ ...form, values: { ...form.values, [field.name]: value } })} />
          </div>
        ))}
        <div className={classes['half']}>
          <NumberInput label={t('Keep results for (seconds)')} integer min={-1} value={form.cacheTimeout} onChange={(cacheTimeout) => change({ ...form, cacheTimeout })} placeholder={t('as the server is set')} hint={t('0 keeps them for ever, −1 not at all.')} />
        </div>
      </div>
      <ConnectionTest key={test.status} steps={stepsOf(fields)} engine={form.engine} outcome={test.isPending ? 'running' : test.isSuccess ? 'passed' : test.error} user={typeof form.values['username'] === 'string' ? form.values['username'] : null} />
    </Dialog>
  );
}
