import { t, tNamed } from '@tessera/core/messages';
import type { Rule } from '../../api/rules.ts';
import { draftOf, fieldLabels, type RuleField, type RuleMerge } from './rule-draft.ts';
import classes from './Rules.module.css';

/** After a 412: what came in from the other person, and what they wrote where both changed the same. */
export function ChangedNotice({ merge, theirs }: { readonly merge: RuleMerge; readonly theirs: Rule }) {
  const names = (fields: readonly RuleField[]) => fields.map((field) => t(fieldLabels[field])).join(', ');
  return (
    <div className={classes['changed']} role="alert">
      <p>{t('Somebody saved this rule while you were editing it. Nothing of yours is lost: look it over and save again.')}</p>
      {merge.taken.length > 0 && <p>{tNamed('Taken over from them: %(fields)s.', { fields: names(merge.taken) })}</p>}
      {merge.kept.length > 0 && (
        <>
          <p>{t('Where both of you changed the same, yours stands in the form. They wrote:')}</p>
          <dl>
            {merge.kept.map((field) => [<dt key={`${field}-name`}>{t(fieldLabels[field])}</dt>, <dd key={field}>{textOf(field, theirs)}</dd>])}
          </dl>
        </>
      )}
    </div>
  );
}

function textOf(field: RuleField, rule: Rule): string {
  if (field === 'tables') return rule.tables.map((table) => table.table_name).join(', ');
  if (field === 'roles') return rule.roles.map((role) => role.name).join(', ') || t('no role');
  return draftOf(rule)[field] || t('nothing');
}
