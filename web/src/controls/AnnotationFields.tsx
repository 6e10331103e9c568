import { t } from '@tessera/core/messages';
import { fieldComplaint } from '../api/field-complaint.ts';
import { CodeField } from '../ui/code-editor/CodeField.tsx';
import { Textarea, TextInput } from '../ui/fields/TextInput.tsx';
import type { AnnotationForm, problemsOf } from './annotation-form.ts';
import classes from './Controls.module.css';

type AnnotationFieldsProps = {
  readonly form: AnnotationForm;
  readonly change: (part: Partial<AnnotationForm>) => void;
  /** Problems that are shown by now. */
  readonly shown: Partial<ReturnType<typeof problemsOf>>;
  /** Of the save. */
  readonly error: Error | null;
};

/** What users write of an annotation. */
export function AnnotationFields({ form, change, shown, error }: AnnotationFieldsProps) {
  return (
    <>
      <TextInput
        label={t('Name')}
        required
        value={form.name}
        onChange={(name) => change({ name })}
        error={shown.name ?? fieldComplaint(error, 'short_descr')}
        maxLength={500}
        autoComplete="off"
        data-autofocus
      />
      <div className={classes['twoFields']}>
        <TextInput
          type="datetime-local"
          step={1}
          label={t('Start (UTC)')}
          required
          value={form.start}
          onChange={(start) => change({ start })}
          error={shown.start ?? fieldComplaint(error, 'start_dttm')}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label={t('End (UTC)')}
          value={form.end}
          onChange={(end) => change({ end })}
          error={shown.end ?? fieldComplaint(error, 'end_dttm')}
          description={t('Without an end it is a moment.')}
        />
      </div>
      <Textarea
        label={t('Description')}
        value={form.description}
        onChange={(description) => change({ description })}
        error={fieldComplaint(error, 'long_descr')}
        rows={3}
        maxLength={10_000}
      />
      <CodeField
        label={t('JSON metadata')}
        language="json"
        value={form.metadata}
        onChange={(metadata) => change({ metadata })}
        error={shown.metadata ?? fieldComplaint(error, 'json_metadata')}
        rows={3}
        maxLength={100_000}
      />
    </>
  );
}
