import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tNamed } from '@tessera/core/messages';
import { useState } from 'react';
import { isStaleVersion } from '../../api/api-error.ts';
import { createRule, readRule, ruleDetails, rulesResource, updateRule, type Rule } from '../../api/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { ChangedNotice } from '../../ui/ChangedNotice.tsx';
import { describeError } from '../../ui/describe-error.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorCard } from '../../ui/ErrorCard.tsx';
import { LeaveDialog } from '../../ui/LeaveDialog.tsx';
import { MultiSelect } from '../../ui/MultiSelect.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Textarea, TextInput } from '../../ui/TextInput.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useLeaveGuard } from '../../ui/use-leave-guard.ts';
import { ClauseField } from './ClauseField.tsx';
import { complaintsOf, draftOf, emptyDraft, fieldLabels, inputOf, mergeRule, missingPart, reachOf, wordsOf, type RuleDraft, type RuleMerge } from './rule-draft.ts';
import classes from './Rules.module.css';
import { TypeField } from './TypeField.tsx';
import { useRelatedOptions } from './use-related-options.ts';

/** Make a row-level rule (`id` is null) or change one; a stored one is read first. */
export function RuleDialog({ id, onClose }: { readonly id: number | null; readonly onClose: () => void }) {
  // Kept as it was read: a later look at the list must not move the version under the form.
  const stored = useQuery({ ...ruleDetails(id ?? 0), enabled: id !== null, gcTime: 0 });
  if (id === null) return <RuleForm stored={null} onClose={onClose} />;
  if (stored.isSuccess) return <RuleForm stored={stored.data} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('Row-level rule')} width={680}>
      {stored.isError ? <ErrorCard error={stored.error} small onRetry={() => void stored.refetch()} /> : <Skeleton height={480} radius="var(--ts-radius)" />}
    </Dialog>
  );
}

type Conflict = { readonly merge: RuleMerge; readonly theirs: Rule };

function RuleForm({ stored, onClose }: { readonly stored: Rule | null; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [base, setBase] = useState(stored);
  const [opened] = useState(stored === null ? emptyDraft : draftOf(stored));
  const [draft, setDraft] = useState(opened);
  const guard = useLeaveGuard(JSON.stringify(draft) !== JSON.stringify(opened));
  const leave = () => guard.leaveBy(onClose);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const datasets = useRelatedOptions('tables', draft.tables);
  const roles = useRelatedOptions('roles', draft.roles);
  const save = useMutation({
    mutationFn: async () => {
      if (base === null) await createRule(inputOf(draft));
      else await updateRule(base.id, inputOf(draft), base.version);
    },
    onSuccess: async () => {
      // What people see of the datasets may be different now.
      await client.invalidateQueries({ queryKey: [rulesResource] });
      toast.success(tNamed(base === null ? 'Rule %(name)s was created' : 'Rule %(name)s was saved', { name: draft.name.trim() }));
      guard.release();
      onClose();
    },
    onError: async (error) => {
      if (!isStaleVersion(error) || base === null) return;
      try {
        const theirs = await readRule(base.id);
        const merge = mergeRule(draftOf(base), draft, draftOf(theirs));
        setConflict({ merge, theirs });
        setDraft(merge.draft);
        setBase(theirs);
      } catch (failure) {
        toast.danger(describeError(failure).title);
      }
    },
  });
  const change = (part: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...part }));
  const complaints = complaintsOf(save.error);
  const missing = missingPart(draft);
  const engine = datasets.engineOf(draft.tables[0]);
  const loadError = (error: unknown) => (error === null ? null : describeError(error).title);

  return (
    <>
      <Dialog
        opened
        onClose={leave}
        width={680}
        closable={!save.isPending}
        title={stored === null ? t('New row-level rule') : tNamed('Rule %(name)s', { name: stored.name })}
        onSubmit={() => {
          if (missing === null && !save.isPending) save.mutate();
        }}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={save.isPending} disabledReason={missing}>{stored === null ? t('Create') : t('Save')}</Button>
          </>
        }
      >
        {conflict !== null && (
          <ChangedNotice
            sentence={t('Somebody saved this rule while you were editing it. Nothing of yours is lost: look it over and save again.')}
            taken={conflict.merge.taken.map((field) => t(fieldLabels[field]))}
            clashes={conflict.merge.kept.map((field) => ({ label: t(fieldLabels[field]), theirs: wordsOf(field, conflict.theirs) }))}
          />
        )}
        {complaints.other !== null && <p className={classes['error']} role="alert">{complaints.other}</p>}
        <TextInput label={t('Name')} required value={draft.name} onChange={(name) => change({ name })} error={complaints.name} maxLength={255} autoComplete="off" data-autofocus />
        <TypeField value={draft.type} onChange={(type) => change({ type })} />
        <MultiSelect
          label={t('Datasets')} required values={draft.tables} onChange={(tables) => change({ tables })} options={datasets.options} onSearch={datasets.onSearch} loading={datasets.loading}
          description={t('Whose rows the rule limits, wherever they are shown.')} error={complaints.tables ?? loadError(datasets.error)}
        />
        <MultiSelect
          label={draft.type === 'Regular' ? t('Roles that are limited') : t('Roles that are not limited')} values={draft.roles} onChange={(next) => change({ roles: next })} options={roles.options} onSearch={roles.onSearch} loading={roles.loading}
          description={reachOf(draft)} error={complaints.roles ?? loadError(roles.error)}
        />
        <ClauseField value={draft.clause} onChange={(clause) => change({ clause })} engine={engine} error={complaints.clause} />
        <TextInput
          label={t('Group key')} value={draft.groupKey} onChange={(groupKey) => change({ groupKey })} maxLength={255} autoComplete="off"
          description={t('Of rules with the same key one must be met; rules with different keys, or without one, must all be met.')}
        />
        <Textarea label={t('Description')} value={draft.description} onChange={(description) => change({ description })} rows={2} maxLength={10_000} />
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this rule will be lost.')}</LeaveDialog>
    </>
  );
}
