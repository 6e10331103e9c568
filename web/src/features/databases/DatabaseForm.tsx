import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { t, tMarked } from '@tessera/core/messages';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { AvailableEngine, ConnectionField, DatabaseConnection } from '../../api/databases.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { cx } from '../../ui/common/cx.ts';
import { ChangedNotice } from '../../ui/feedback/ChangedNotice.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { emptyForm, isRare, secretReason, type ConnectionForm } from './connection-form.ts';
import { ConnectionFieldInput, fieldWidth } from './ConnectionFieldInput.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import classes from './DatabaseDialog.module.css';
import { EditorSettings } from './EditorSettings.tsx';
import { isEditorSet } from './editor-form.ts';
import { EngineChoice } from './EngineChoice.tsx';
import { hasMoreSettings, MoreSettings } from './MoreSettings.tsx';
import { readOnlySql } from './read-only-sql.ts';
import { initialForm, useDatabaseForm } from './use-database-form.ts';

type DatabaseFormProps = {
  readonly engines: readonly AvailableEngine[];
  readonly saved: DatabaseConnection | null;
  readonly onClose: () => void;
  /** A new connection was saved. */
  readonly onConnected: (database: { readonly id: number; readonly name: string }) => void;
};

/** Drawn from the fields that the server names for each kind of database; tested before it is saved. */
export function DatabaseForm({ engines, saved, ...listeners }: DatabaseFormProps) {
  const [initial] = useState(() => initialForm(engines, saved));
  return initial === null ? null : <KnownForm engines={engines} opened={saved} initial={initial} {...listeners} />;
}

type KnownFormProps = Omit<DatabaseFormProps, 'saved'> & {
  readonly opened: DatabaseConnection | null;
  readonly initial: ConnectionForm;
};

function KnownForm({ engines, opened, initial, onClose, onConnected }: KnownFormProps) {
  const state = useDatabaseForm(engines, opened, initial, { onClose, onConnected });
  const { saved, form, fields, guard, test, error, complaints, change } = state;
  const complained = fields.find((field) => complaints[field.name] !== undefined) ?? null;
  const leave = () => guard.leaveBy(onClose);
  return (
    <>
      <Dialog
        opened
        onClose={leave}
        title={saved ? t('Database %(name)s', { name: saved.database_name }) : t('Connect a database')}
        onSubmit={() => void state.submit()}
        footer={
          <>
            <span className={classes['left']}>
              <Button onClick={() => void state.startTest()} disabledReason={state.testReason}>
                {t('Test the connection')}
              </Button>
            </span>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={state.isSaving} disabledReason={state.saveReason}>
              {saved ? t('Save') : t('Connect')}
            </Button>
          </>
        }
      >
        {state.clashes !== null && (
          <ChangedNotice
            sentence={tMarked(
              'Somebody saved this connection while you were editing it. What they changed is in the form now, ' +
                'and what you typed is still here.',
            )}
            clashes={state.clashes.map(({ label, theirs }) => ({ label: tMarked(label), theirs }))}
          />
        )}
        {!saved && (
          <EngineChoice engines={engines} chosen={form.engine} onChoose={(engine) => change(emptyForm(engine, form))} />
        )}
        <FormFields state={state} initial={initial} complained={complained} />
        {state.general !== null && <ErrorCard small error={state.general} />}
        <ConnectionTest
          run={test.run}
          fields={fields}
          error={test.error}
          shownAt={complained?.label ?? null}
          roleSql={roleSqlFor(error, form)}
          onStop={test.stop}
        />
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this connection will be lost.')}</LeaveDialog>
    </>
  );
}

type FormFieldsProps = {
  readonly state: ReturnType<typeof useDatabaseForm>;
  readonly initial: ConnectionForm;
  /** The first field that something is wrong with. */
  readonly complained: ConnectionField | null;
};

/** Name, the fields of the engine, and behind a button those that few connections need. */
function FormFields({ state, initial, complained }: FormFieldsProps) {
  const { saved, form, fields, error, complaints, change } = state;
  const box = useRef<HTMLDivElement>(null);
  const [isOpened, setOpened] = useState(
    () => saved !== null && (hasMoreSettings(initial) || fields.some((field) => isRare(field) && isSet(field, saved))),
  );
  const [showsEditor, setEditorOpened] = useState(() => saved !== null && isEditorSet(initial));
  const showsMore = isOpened || (complained !== null && isRare(complained));

  useFocusOnMistake(error, box);

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
  return (
    <div ref={box} className={classes['fields']}>
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
      <Disclosure isOpened={showsEditor} onToggle={() => setEditorOpened(!showsEditor)}>
        {t('SQL editor')}
      </Disclosure>
      {showsEditor && (
        <EditorSettings
          form={form.editor}
          canEstimate={state.canEstimate}
          onChange={(editor) => change({ ...form, editor })}
        />
      )}
      <Disclosure isOpened={showsMore} onToggle={() => setOpened(!showsMore)}>
        {t('More settings')}
      </Disclosure>
      {showsMore && (
        <>
          {fields.filter(isRare).map(input)}
          <MoreSettings form={form} onChange={change} />
        </>
      )}
    </div>
  );
}

type DisclosureProps = { readonly isOpened: boolean; readonly onToggle: () => void; readonly children: string };

/** A button that shows the settings below it. */
function Disclosure({ isOpened, onToggle, children }: DisclosureProps) {
  return (
    <div className={cx(classes['whole'], classes['moreButton'])}>
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isOpened}
        icon={isOpened ? <IconChevronDown size={14} stroke={1.5} /> : <IconChevronRight size={14} stroke={1.5} />}
        onClick={onToggle}
      >
        {children}
      </Button>
    </div>
  );
}

/** Where the reason stands is where it can be mended. */
function useFocusOnMistake(error: Error | null, box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (error === null) return;

    const field = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [error, box]);
}

function isSet(field: ConnectionField, saved: DatabaseConnection): boolean {
  return (saved.parameters[field.name] ?? '') !== '';
}

/** SQL that gives a role what it lacks, where the test failed for that. */
function roleSqlFor(error: Error | null, form: ConnectionForm): string | null {
  const code = error instanceof ApiError ? error.code : null;
  if (code !== 'connection_permissions' && code !== 'connection_username') return null;
  const user = form.values['username'];
  return readOnlySql(form.engine, {
    user: typeof user === 'string' ? user : '',
    database: String(form.values['database'] ?? ''),
  });
}
