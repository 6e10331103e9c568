import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t, tMarked } from '@tessera/core/messages';
import { useState } from 'react';
import { ApiError, isStaleVersion } from '../../api/api-error.ts';
import {
  createDatabase,
  databaseConnection,
  updateDatabase,
  type AvailableEngine,
  type ConnectionField,
  type DatabaseConnection,
} from '../../api/databases.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { CloseGuard } from '../../ui/overlays/use-close-guard.ts';
import { useLeaveGuard } from '../../ui/overlays/use-leave-guard.ts';
import {
  emptyForm,
  inputOf,
  isConnectionChanged,
  mergeForms,
  missingFields,
  missingToConnect,
  savedForm,
  templateProblem,
  testInputOf,
  type Clash,
  type ConnectionForm,
} from './connection-form.ts';
import { blamedField } from './connection-steps.ts';
import { useConnectionTest } from './use-connection-test.ts';

type Listeners = {
  readonly onClose: () => void;
  /** A new connection was saved. */
  readonly onConnected: (database: { readonly id: number; readonly name: string }) => void;
};

/**
 * The form of a connection: what is typed, the test, the save, and what either says of which field.
 *
 * @param initial  What the form begins with; it is changed when it differs from that.
 */
export function useDatabaseForm(
  engines: readonly AvailableEngine[],
  opened: DatabaseConnection | null,
  initial: ConnectionForm,
  { onClose, onConnected }: Listeners,
) {
  const [saved, setSaved] = useState(opened);
  /** What somebody else saved while this form was open. */
  const [clashes, setClashes] = useState<readonly Clash[] | null>(null);
  const [form, setForm] = useState(initial);
  const kind = engines.find((one) => one.engine === form.engine);
  const fields = kind?.fields ?? [];
  const guard = useLeaveGuard(JSON.stringify(form) !== JSON.stringify(initial), true);
  const test = useConnectionTest();

  const takeMerge: ConnectionSave['onStale'] = (theirs, merge) => {
    test.clear();
    setSaved(theirs);
    setForm(merge.form);
    setClashes(merge.clashes);
  };
  const save = useConnectionSave({ saved, fields, guard, onClose, onConnected, onStale: takeMerge });

  const error = save.error ?? test.error;
  const complaints = complaintsOf(error, test.run?.failed ?? null, fields);
  const isRunning = test.run?.state === 'running';
  const reasons = reasonsAgainst(form, fields, saved, isRunning);
  const isGeneral = save.error !== null && !isStaleVersion(save.error) && Object.keys(complaints).length === 0;
  const startTest = () => test.start(testInputOf(form, fields, saved));

  return {
    saved,
    clashes,
    form,
    fields,
    canEstimate: kind?.engine_information['supports_cost_estimate'] === true,
    guard,
    test,
    error,
    complaints,
    /** An error that is about no field. */
    general: isGeneral ? save.error : null,
    isSaving: save.isPending,
    saveReason: reasons.save,
    testReason: reasons.test,
    startTest,
    change: (next: ConnectionForm) => {
      setForm(next);
      test.clear();
      if (save.isError) save.reset();
    },
    /** Saves what a test has passed; a connection that was not tested is tested first. */
    submit: async () => {
      if (reasons.save !== null || save.isPending) return;
      const isKnown = saved !== null && !isConnectionChanged(form, fields, saved);
      if (save.isError) save.reset();
      if (isKnown || test.run?.state === 'passed' || (await startTest())) save.mutate(form);
    },
  };
}

type ConnectionSave = {
  readonly saved: DatabaseConnection | null;
  readonly fields: readonly ConnectionField[];
  readonly guard: CloseGuard;
  readonly onClose: Listeners['onClose'];
  readonly onConnected: Listeners['onConnected'];
  /** Somebody else saved first: their version, and what the two come to. */
  readonly onStale: (theirs: DatabaseConnection, merge: ReturnType<typeof mergeForms>) => void;
};

function useConnectionSave({ saved, fields, guard, onClose, onConnected, onStale }: ConnectionSave) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (sent: ConnectionForm) => {
      const { id: _, ...body } = inputOf(sent, fields, saved);
      if (!saved) return createDatabase(body);
      await updateDatabase(saved.id, body, saved.version);
      return saved.id;
    },
    onSuccess: async (id, sent) => {
      await client.invalidateQueries({ queryKey: ['database'] });
      guard.release();
      if (saved) {
        toast.success(t('The connection %(name)s was saved', { name: sent.name.trim() }));
        onClose();
      } else onConnected({ id, name: sent.name.trim() });
    },
    onError: async (problem, sent) => {
      if (!saved || !isStaleVersion(problem)) return;
      const theirs = await client.fetchQuery(databaseConnection(saved.id));
      onStale(theirs, mergeForms(savedForm(saved), sent, savedForm(theirs), fields));
    },
  });
}

/** What the form of a saved connection, or of a new one, begins with; `null` where no kind of database is known. */
export function initialForm(
  engines: readonly AvailableEngine[],
  saved: DatabaseConnection | null,
): ConnectionForm | null {
  if (saved) return savedForm(saved);
  const first = engines.find((engine) => engine.preferred) ?? engines[0];
  return first ? emptyForm(first, null) : null;
}

/** What keeps the connection from being saved, and from being tested. */
function reasonsAgainst(
  form: ConnectionForm,
  fields: readonly ConnectionField[],
  saved: DatabaseConnection | null,
  isRunning: boolean,
) {
  const running = isRunning ? t('The test is running') : null;
  return {
    save: emptyReason(missingFields(form, fields, saved)) ?? templateProblem(form) ?? running,
    test: emptyReason(missingToConnect(form, fields, saved)) ?? running,
  };
}

/** Which fields are still to be filled in; `null` when none is. */
function emptyReason(labels: readonly string[]): string | null {
  return labels.length > 0 ? t('Still empty: %s', labels.map((name) => tMarked(name)).join(', ')) : null;
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
