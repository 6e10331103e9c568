import { IconAlertTriangle } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import type { UploadFault, UploadOptions, UploadPreview } from '../../api/uploads.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { typeName } from './column-types.ts';
import classes from './Upload.module.css';

/** Faults that are listed at first. */
const SHOWN = 8;

type FaultsProps = {
  readonly preview: UploadPreview;
  readonly rule: UploadOptions['faults'];
  readonly onChange: (part: UploadOptions) => void;
};

/** Rows that do not fit, with their lines, and what may become of them. */
export function Faults({ preview, rule, onChange }: FaultsProps) {
  const { faultCount, faults, columns, leftOut } = preview;
  if (faultCount === 0) return null;
  const isDecided = rule === 'leave_out' || rule === 'empty';
  const hasTypes = faults.some(({ reason }) => reason === 'type');
  const readAsText = () => {
    const names = new Set(faults.flatMap(({ column }) => (column === null ? [] : [column])));
    onChange({ types: columns.map(({ name, type }) => (names.has(name) ? 'text' : type === 'other' ? null : type)) });
  };
  return (
    <section
      className={classes['faults']}
      data-decided={isDecided ? true : undefined}
      aria-label={t('Rows that do not fit')}
    >
      <p className={classes['faultsTitle']}>
        <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
        {isDecided
          ? decided(rule, leftOut)
          : tn(
              'One row does not fit. Nothing is loaded yet.',
              '%(count)s rows do not fit. Nothing is loaded yet.',
              faultCount,
            )}
      </p>
      <ul className={classes['faultList']}>
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={`${fault.line}:${fault.column}:${fault.text}`}>
            {fault.line !== null && <b>{t('Line %(line)s', { line: fault.line })}</b>} {faultText(fault)}
          </li>
        ))}
        {faultCount > SHOWN && (
          <li>{tn('and one more', 'and %(count)s more', faultCount - Math.min(SHOWN, faults.length))}</li>
        )}
      </ul>
      <div className={classes['faultWays']}>
        {rule !== 'leave_out' && (
          <Button size="small" onClick={() => onChange({ faults: 'leave_out' })}>
            {t('Leave these rows out')}
          </Button>
        )}
        {hasTypes && rule !== 'empty' && (
          <Button size="small" onClick={() => onChange({ faults: 'empty' })}>
            {t('Leave these cells empty')}
          </Button>
        )}
        {hasTypes && (
          <Button size="small" onClick={readAsText}>
            {t('Read the columns as text')}
          </Button>
        )}
        {isDecided && (
          <Button size="small" variant="quiet" onClick={() => onChange({ faults: 'refuse' })}>
            {t('Undo')}
          </Button>
        )}
      </div>
    </section>
  );
}

function decided(rule: UploadOptions['faults'], leftOut: number): string {
  if (rule === 'empty' && leftOut === 0) return t('Cells that do not fit are left empty.');
  return tn('One row is left out.', '%(count)s rows are left out.', leftOut);
}

function faultText({ reason, text, column, type }: UploadFault): string {
  switch (reason) {
    case 'too_few_cells':
      return t('has too few cells: %(text)s', { text });
    case 'too_many_cells':
      return t('has too many cells: %(text)s', { text });
    case 'quotes':
      return t('has quotes that do not close: %(text)s', { text });
    case 'encoding':
      return t('has letters that cannot be read');
    case 'too_long':
      return t('is too long');
    case 'type':
      return t('%(column)s: “%(text)s” does not fit the type %(type)s', {
        column: column ?? '',
        text,
        type: typeName(type ?? 'text').toLowerCase(),
      });
  }
}
