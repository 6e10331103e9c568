import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import type { DatasetMetric } from '../../api/datasets.ts';
import { Textarea, TextInput } from '../../ui/fields/TextInput.tsx';
import classes from './Datasets.module.css';

type Described = Pick<DatasetMetric, 'description' | 'certified_by' | 'certification_details' | 'warning_text'>;

type PartDetailsProps = {
  readonly part: Described;
  readonly onChange: (change: Partial<Described>) => void;
  readonly readOnly: boolean;
  readonly children?: ReactNode;
};

/** What users see of a column or metric when they point at it. */
export function PartDetails({ part, onChange, readOnly, children }: PartDetailsProps) {
  return (
    <div className={classes['more']}>
      <Textarea
        label={t('Description')}
        rows={2}
        value={part.description ?? ''}
        onChange={(description) => onChange({ description })}
        readOnly={readOnly}
      />
      <Textarea
        label={t('Warning')}
        rows={2}
        value={part.warning_text ?? ''}
        onChange={(warning_text) => onChange({ warning_text })}
        readOnly={readOnly}
        hint={t('Shown to everyone who is about to use it.')}
      />
      <TextInput
        label={t('Certified by')}
        value={part.certified_by ?? ''}
        onChange={(certified_by) => onChange({ certified_by })}
        readOnly={readOnly}
      />
      <TextInput
        label={t('Certification details')}
        value={part.certification_details ?? ''}
        onChange={(certification_details) => onChange({ certification_details })}
        readOnly={readOnly}
      />
      {children}
    </div>
  );
}
