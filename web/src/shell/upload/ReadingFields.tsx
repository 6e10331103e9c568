import { t } from '@tessera/core/messages';
import type { UploadOptions, UploadPreview } from '../../api/uploads.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import classes from './Upload.module.css';

const encodings = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'iso-8859-2',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'euc-kr',
];

type ReadingFieldsProps = {
  readonly preview: UploadPreview;
  readonly onChange: (part: UploadOptions) => void;
};

/** How the file was read; each change reads it anew. */
export function ReadingFields({ preview, onChange }: ReadingFieldsProps) {
  const { delimiter, encoding, header, decimal, sheet, sheets, columns } = preview;
  if (header === null) return null;
  const hasDays = columns.some(({ isAmbiguous }) => isAmbiguous);
  return (
    <fieldset className={classes['reading']}>
      <legend className="ts-visually-hidden">{t('How the file is read')}</legend>
      {sheets.length > 1 && (
        <Select
          label={t('Sheet')}
          value={sheet}
          onChange={(value) => value !== null && onChange({ sheet: value, types: [] })}
          options={sheets.map((value) => ({ value, label: value }))}
        />
      )}
      {delimiter !== null && (
        <Select
          label={t('Cells end at')}
          value={delimiter}
          onChange={(value) => value !== null && onChange({ delimiter: value, types: [] })}
          options={[
            { value: ',', label: t('Comma') },
            { value: ';', label: t('Semicolon') },
            { value: '\t', label: t('Tab') },
            { value: '|', label: t('Bar') },
          ]}
        />
      )}
      {encoding !== null && (
        <Select
          label={t('Letters')}
          value={encoding}
          onChange={(value) => value !== null && onChange({ encoding: value })}
          options={encodings.map((value) => ({ value, label: value }))}
        />
      )}
      {decimal !== null && (
        <Select
          label={t('Decimals')}
          value={decimal}
          onChange={(value) => (value === '.' || value === ',') && onChange({ decimal: value })}
          options={[
            { value: '.', label: '1,234.5' },
            { value: ',', label: '1.234,5' },
          ]}
        />
      )}
      {hasDays && <DayOrder onChange={onChange} />}
      <Checkbox
        label={t('The first row holds the names')}
        checked={header}
        onChange={(value) => onChange({ header: value, types: [] })}
      />
    </fieldset>
  );
}

/** For dates in which no row says which number is the day. */
function DayOrder({ onChange }: Pick<ReadingFieldsProps, 'onChange'>) {
  return (
    <Select
      label={t('Dates such as 03/04')}
      value={null}
      placeholder={t('Day or month first?')}
      onChange={(value) => value !== null && onChange({ dayFirst: value === 'day' })}
      options={[
        { value: 'day', label: t('Day first') },
        { value: 'month', label: t('Month first') },
      ]}
    />
  );
}
