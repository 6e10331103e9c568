import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t, tNamed } from '@tessera/core/messages';
import { useEffect, useRef, useState } from 'react';
import { ApiError, isStaleVersion } from '../../api/api-error.ts';
import {
  createDatabase,
  databaseConnection,
  updateDatabase,
  type AvailableEngine,
  type ConnectionField,
  type DatabaseConnection,
} from '../../api/databases.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ChangedNotice } from '../../ui/feedback/ChangedNotice.tsx';
import { cx } from '../../ui/common/cx.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { NumberInput } from '../../ui/fields/NumberInput.tsx';
import { Textarea, TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useLeaveGuard } from '../../ui/overlays/use-leave-guard.ts';
import { ConnectionFieldInput, fieldWidth } from './ConnectionFieldInput.tsx';
import {
  emptyForm,
  inputOf,
  isConnectionChanged,
  isRare,
  mergeForms,
  missingFields,
  missingToConnect,
  savedForm,
  secretReason,
  templateProblem,
  testInputOf,
  type Clash,
  type ConnectionForm,
} from './connection-form.ts';
import { blamedField } from './connection-steps.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import classes from './DatabaseDialog.module.css';
import { readOnlySql } from './read-only-sql.ts';
import { useConnectionTest } from './use-connection-test.ts';

type DatabaseFormProps = {
  readonly engines: readonly AvailableEngine[];
  readonly saved: DatabaseConnection | null;
  readonly onClose: () => void;
};

/** Drawn from the fields that the server names for each kind of database; tested before it is saved. */
export function DatabaseForm({ engines, saved: opened, onClose }: DatabaseFormProps) {
  const client = useQueryClient();
  const [saved, setSaved] = useState(opened);
  /** What somebody else saved while this form was open. */
  const [clashes, setClashes] = useState<readonly Clash[] | null>(null);
  const first = engines.find((engine) => engine.preferred) ?? engines[0];
  const [initial] = useState<ConnectionForm | null>(() =>
    saved ? savedForm(saved) : first ? emptyForm(first, null) : null,
  );
  const [form, setForm] = useState(initial);
  const engine = engines.find((one) => one.engine === form?.engine);
  const fields = engine?.fields ?? [];
  const [moreOpened, setMoreOpened] = useState(
    () =>
      saved !== null &&
      (saved.cache_timeout !== null ||
        initial?.concurrency !== null ||
        initial.templateValues !== '' ||
        fields.some((field) => isRare(field) && (saved.parameters[field.name] ?? '') !== '')),
  );
  const guard = useLeaveGuard(JSON.stringify(form) !== JSON.stringify(initial), true);
  const test = useConnectionTest();
  const fieldsBox = useRef<HTMLDivElement>(null);

  const save = useMutation({
    mutationFn: async (sent: ConnectionForm) => {
      const { id: _, ...body } = inputOf(sent, fields, saved);
      if (saved) await updateDatabase(saved.id, body, saved.version);
      else await createDatabase(body);
    },
    onSuccess: async (_, sent) => {
      await client.invalidateQueries({ queryKey: ['database'] });
      toast.success(
        tNamed(saved ? 'The connection %(name)s was saved' : '%(name)s is connected', { name: sent.name.trim() }),
      );
      guard.release();
      onClose();
    },
    onError: async (problem, sent) => {
      if (!saved || !isStaleVersion(problem)) return;
      const theirs = await client.fetchQuery(databaseConnection(saved.id));
      const merge = mergeForms(savedForm(saved), sent, savedForm(theirs), fields);
      test.clear();
      setSaved(theirs);
      setForm(merge.form);
      setClashes(merge.clashes);
    },
  });

  const isStale = isStaleVersion(save.error);
  const error = save.error ?? test.error;
  const complaints = complaintsOf(error, test.run?.failed ?? null, fields);
  const complained = fields.find((field) => complaints[field.name] !== undefined) ?? null;
  const general = save.error !== null && !isStale && Object.keys(complaints).length === 0 ? save.error : null;
  const showMore = moreOpened || (complained !== null && isRare(complained));

  useEffect(() => {
    if (error === null) return;
    // Where the reason stands is where it can be mended.
    const field = fieldsBox.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [error]);

  if (form === null) return null;

  const change = (next: ConnectionForm) => {
    setForm(next);
    test.clear();
    if (save.isError) save.reset();
  };
  const valuesProblem = templateProblem(form);
  const missingReason = emptyReason(missingFields(form, fields, saved)) ?? valuesProblem;
  const isRunning = test.run?.state === 'running';
  const runningReason = isRunning ? t('The test is running') : null;
  const startTest = () => test.start(testInputOf(form, fields, saved));
  const submit = async () => {
    if (missingReason !== null || isRunning || save.isPending) return;
    const needsTest = test.run?.state !== 'passed' && (saved === null || isConnectionChanged(form, fields, saved));
    if (save.isError) save.reset();
    if (!needsTest || (await startTest())) save.mutate(form);
  };
  const input = (field: ConnectionField) => (
    <div key={field.name} className={cx(classes[fieldWidth(field)])}>
      <ConnectionFieldInput
        field={field}
        value={form.values[field.name] ?? null}
        isSaved={saved !== null}
        note={secretReason(field, form, fields, saved)}
        error={complaints[field.name] ?? null}
        onChange={(value) => change({ ...form, values: { ...form.values, [field.name]: value } })}
      />
    </div>
  );
  const code = error instanceof ApiError ? error.code : null;
  const user = form.values['username'];

  return (
    <>
      <Dialog
        opened
        onClose={() => guard.leaveBy(onClose)}
        title={saved ? tNamed('Database %(name)s', { name: saved.database_name }) : t('Connect a database')}
        onSubmit={() => void submit()}
        footer={
          <>
            <span className={classes['left']}>
              <Button
                onClick={() => void startTest()}
                disabledReason={emptyReason(missingToConnect(form, fields, saved)) ?? runningReason}
              >
                {t('Test the connection')}
              </Button>
            </span>
            <Button onClick={() => guard.leaveBy(onClose)}>{t('Cancel')}</Button>
            <Button
              type="submit"
              variant="primary"
              loading={save.isPending}
              disabledReason={missingReason ?? runningReason}
            >
              {saved ? t('Save') : t('Connect')}
            </Button>
          </>
        }
      >
        {clashes !== null && (
          <ChangedNotice
            sentence={t(
              'Somebody saved this connection while you were editing it. What they changed is in the form now, and what you typed is still here.',
            )}
            clashes={clashes.map(({ label, theirs }) => ({ label: t(label), theirs }))}
          />
        )}
        {!saved && (
          <div role="group" aria-label={t('Kind of database')} className={classes['kinds']}>
            {engines.map((one) => (
              <button
                key={one.engine}
                type="button"
                className={classes['kind']}
                aria-pressed={one.engine === form.engine}
                onClick={() => change(emptyForm(one, form))}
              >
                {one.name}
              </button>
            ))}
          </div>
        )}
        <div ref={fieldsBox} className={classes['fields']}>
          <div className={classes['whole']}>
            <TextInput
              label={t('Name')}
              value={form.name}
              onChange={(name) => change({ ...form, name })}
              description={t('How people will find it. It can be changed later.')}
              error={complaints['database_name']}
              required
              data-autofocus
            />
          </div>
          {fields.filter((field) => !isRare(field)).map(input)}
          <div className={cx(classes['whole'], classes['moreButton'])}>
            <Button
              variant="quiet"
              size="small"
              aria-expanded={showMore}
              icon={showMore ? <IconChevronDown size={14} stroke={1.5} /> : <IconChevronRight size={14} stroke={1.5} />}
              onClick={() => setMoreOpened(!showMore)}
            >
              {t('More settings')}
            </Button>
          </div>
          {showMore && (
            <>
              {fields.filter(isRare).map(input)}
              <div className={classes['half']}>
                <NumberInput
                  label={t('Keep results for (seconds)')}
                  integer
                  min={-1}
                  value={form.cacheTimeout}
                  onChange={(cacheTimeout) => change({ ...form, cacheTimeout })}
                  placeholder={t('as the server is set')}
                  hint={t('0 keeps them for ever, −1 not at all.')}
                />
              </div>
              <div className={classes['half']}>
                <NumberInput
                  label={t('Queries at once')}
                  integer
                  min={1}
                  max={100}
                  value={form.concurrency}
                  onChange={(concurrency) => change({ ...form, concurrency })}
                  placeholder="8"
                  hint={t('More than these wait for their turn, and say so.')}
                />
              </div>
              <div className={classes['whole']}>
                <Textarea
                  label={t('Values for templates')}
                  value={form.templateValues}
                  onChange={(templateValues) => change({ ...form, templateValues })}
                  rows={2}
                  mono
                  spellCheck={false}
                  placeholder={'{"country": "FR"}'}
                  error={valuesProblem}
                  description={t(
                    'A JSON object: what names in {{ … }} stand for in every dataset of this database, unless the dataset says it itself. Whoever may ask can read them, so no secrets.',
                  )}
                />
              </div>
            </>
          )}
        </div>
        {general !== null && <ErrorCard small error={general} />}
        <ConnectionTest
          run={test.run}
          fields={fields}
          error={test.error}
          shownAt={complained?.label ?? null}
          roleSql={
            code === 'connection_permissions' || code === 'connection_username'
              ? readOnlySql(form.engine, {
                  user: typeof user === 'string' ? user : '',
                  database: String(form.values['database'] ?? ''),
                })
              : null
          }
          onStop={test.stop}
        />
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this connection will be lost.')}</LeaveDialog>
    </>
  );
}

/** Which fields are still to be filled in; `null` when none is. */
function emptyReason(labels: readonly string[]): string | null {
  return labels.length > 0 ? t('Still empty: %s', labels.map((name) => t(name)).join(', ')) : null;
}

/** Texts by field: what the server says of its fields, and the failed step beside the field that is to blame. */
function complaintsOf(
  error: Error | null,
  step: Parameters<typeof blamedField>[1],
  fields: readonly ConnectionField[],
): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const said = Object.fromEntries(Object.entries(error.fields).map(([name, texts]) => [name, texts.join(' ')]));
  const blamed = blamedField(error.code, step, fields);
  return blamed === null ? said : { ...said, [blamed]: describeError(error).title };
}
