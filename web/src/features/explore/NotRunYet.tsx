import type { RawForm } from '@tessera/core/form-data';
import { t, tMarked, tn } from '@tessera/core/messages';
import type { Complaints } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { labelIn } from '@tessera/viz/panel';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';

type NotRunYetProps = {
  readonly errors: Complaints;
  readonly viz: Pick<AnyViz, 'controls'> | null;
  readonly form: RawForm;
  /** The picture stands alone: no control beside it says what is wrong. */
  readonly isAlone: boolean;
};

/** Before the first run: what is still to do. */
export function NotRunYet({ errors, viz, form, isAlone }: NotRunYetProps) {
  const problems = Object.entries(errors);
  if (problems.length === 0)
    return (
      <EmptyState title={t('Choose what to see, then press Create chart.')} drawing="chart">
        {t('The marked settings on the left are still missing.')}
      </EmptyState>
    );
  return (
    <EmptyState title={t('The chart cannot be made with these settings.')} drawing="chart">
      {isAlone
        ? problems.map(([name, complaints]) => <p key={name}>{sentence(name, complaints, viz, form)}</p>)
        : tn(
            'One setting is wrong or missing; it says what it needs.',
            '%(count)s settings are wrong or missing; they say what they need.',
            problems.length,
          )}
    </EmptyState>
  );
}

/** `Number format ",zz": what is wrong with it`. */
function sentence(name: string, complaints: readonly string[], viz: NotRunYetProps['viz'], form: RawForm): string {
  const control = viz?.controls[name];
  const label = control ? tMarked(labelIn(control, form)) : name;
  const value = form[name];
  const problem = complaints.join(' ');
  return typeof value === 'string' && value !== ''
    ? t('%(control)s "%(value)s": %(problem)s', { control: label, value, problem })
    : t('%(control)s: %(problem)s', { control: label, problem });
}
