import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/client.ts';
import { t, tMarked } from '@tessera/core/messages';
import { createRule, readRule, ruleDetails, rulesResource, updateRule, type Rule } from '../../api/rules.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ChangedNotice } from '../../ui/feedback/ChangedNotice.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { MultiSelect, type MultiSelectProps } from '../../ui/fields/MultiSelect.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Textarea, TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useLeaveGuard } from '../../ui/overlays/use-leave-guard.ts';
import { useSharedForm } from '../../ui/fields/use-shared-form.ts';
import { ClauseField } from './ClauseField.tsx';
import {
  complaintsOf,
  draftOf,
  emptyDraft,
  inputOf,
  missingPart,
  reachOf,
  ruleForm,
  type RuleDraft,
} from './rule-draft.ts';
import classes from './Rules.module.css';
import { TypeField } from './TypeField.tsx';
import { useRelatedOptions } from './use-related-options.ts';

/** Make a row-level rule (`id` is null) or change one; a stored one is read first. */
export function RuleDialog({ id, onClose }: { readonly id: number | null; readonly onClose: () => void }) {
  // Frozen as it was read: a later look at the list must not move the version under the form.
  const stored = useQuery({ ...ruleDetails(id ?? 0), enabled: id !== null, gcTime: 0 });
  if (id === null) return <RuleForm stored={null} onClose={onClose} />;
  if (stored.isSuccess) return <RuleForm stored={stored.data} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('Row-level rule')} width={680}>
      {stored.isError ? (
        <ErrorCard error={stored.error} small onRetry={() => void stored.refetch()} />
      ) : (
        <Skeleton height={480} radius="var(--ts-radius)" />
      )}
    </Dialog>
  );
}

function RuleForm({ stored, onClose }: { readonly stored: Rule | null; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { draft, change, isDirty, news, save } = useSharedForm({
    ...ruleForm,
    stored,
    opened: stored === null ? emptyDraft : draftOf(stored),
    write: (base: Rule | null, written) =>
      base === null ? createRule(inputOf(written)) : updateRule(base.id, inputOf(written), base.version),
    read: (base) => readRule(base.id),
    onSaved: async () => {
      // What users see of the datasets may be different now.
      await client.invalidateQueries({ queryKey: [rulesResource] });
      toast.success(
        t(stored === null ? 'Rule %(name)s was created' : 'Rule %(name)s was saved', { name: draft.name.trim() }),
      );
      guard.release();
      onClose();
    },
  });
  const guard = useLeaveGuard(isDirty);
  const leave = () => guard.leaveBy(onClose);
  const missing = missingPart(draft);

  return (
    <>
      <Dialog
        opened
        onClose={leave}
        width={680}
        closable={!save.isPending}
        title={stored === null ? t('New row-level rule') : t('Rule %(name)s', { name: stored.name })}
        onSubmit={() => {
          if (missing === null && !save.isPending) save.mutate();
        }}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={save.isPending} disabledReason={missing}>
              {stored === null ? t('Create') : t('Save')}
            </Button>
          </>
        }
      >
        {news !== null && (
          <ChangedNotice
            sentence={tMarked(
              'Somebody saved this rule while you were editing it. Nothing of yours is lost: look it over and ' +
                'save again.',
            )}
            {...news}
          />
        )}
        <RuleFields draft={draft} change={change} error={save.error} />
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this rule will be lost.')}</LeaveDialog>
    </>
  );
}

type RuleFieldsProps = {
  readonly draft: RuleDraft;
  readonly change: (part: Partial<RuleDraft>) => void;
  /** Of the save. */
  readonly error: Error | null;
};

function RuleFields({ draft, change, error }: RuleFieldsProps) {
  const datasets = useRelatedOptions('tables', draft.tables);
  const roles = useRelatedOptions('roles', draft.roles);
  const complaints = complaintsOf(error);
  const engine = datasets.engineOf(draft.tables[0]);
  return (
    <>
      {complaints.other !== null && (
        <p className={classes['error']} role="alert">
          {complaints.other}
        </p>
      )}
      <TextInput
        label={t('Name')}
        required
        value={draft.name}
        onChange={(name) => change({ name })}
        error={complaints.name}
        maxLength={255}
        autoComplete="off"
        data-autofocus
      />
      <TypeField value={draft.type} onChange={(type) => change({ type })} />
      <RelatedSelect
        related={datasets}
        label={t('Datasets')}
        required
        values={draft.tables}
        onChange={(tables) => change({ tables })}
        description={t('Whose rows the rule limits, wherever they are shown.')}
        complaint={complaints.tables}
      />
      <RelatedSelect
        related={roles}
        label={draft.type === 'Regular' ? t('Roles that are limited') : t('Roles that are not limited')}
        values={draft.roles}
        onChange={(next) => change({ roles: next })}
        description={reachOf(draft)}
        complaint={complaints.roles}
      />
      <ClauseField
        value={draft.clause}
        onChange={(clause) => change({ clause })}
        datasetId={draft.tables[0] === undefined ? null : Number(draft.tables[0])}
        engine={engine}
        error={complaints.clause}
        errorPlace={complaints.clause !== null && error instanceof ApiError ? error.place : null}
      />
      <Remarks draft={draft} change={change} />
    </>
  );
}

type RelatedSelectProps = Omit<MultiSelectProps, 'options' | 'onSearch' | 'loading' | 'error'> & {
  readonly related: ReturnType<typeof useRelatedOptions>;
  readonly complaint: string | null;
};

/** Several of the objects that the server relates to a rule. */
function RelatedSelect({ related, complaint, ...rest }: RelatedSelectProps) {
  return (
    <MultiSelect
      {...rest}
      options={related.options}
      onSearch={related.onSearch}
      loading={related.loading}
      error={complaint ?? (related.error === null ? null : describeError(related.error).title)}
    />
  );
}

function Remarks({ draft, change }: Omit<RuleFieldsProps, 'error'>) {
  return (
    <>
      <TextInput
        label={t('Group key')}
        value={draft.groupKey}
        onChange={(groupKey) => change({ groupKey })}
        maxLength={255}
        autoComplete="off"
        description={t(
          'Of rules with the same key one must be met; rules with different keys, or without one, must all be met.',
        )}
      />
      <Textarea
        label={t('Description')}
        value={draft.description}
        onChange={(description) => change({ description })}
        rows={2}
        maxLength={10_000}
      />
    </>
  );
}
