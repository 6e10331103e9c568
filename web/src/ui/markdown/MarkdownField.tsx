import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { SegmentedControl } from '../fields/SegmentedControl.tsx';
import { Textarea } from '../fields/TextInput.tsx';
import { Markdown } from './Markdown.tsx';
import classes from './MarkdownField.module.css';

type MarkdownFieldProps = {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
};

/** Text in Markdown, and what readers will see of it. */
export function MarkdownField({ label, description, value, onChange, maxLength }: MarkdownFieldProps) {
  const [view, setView] = useState<'write' | 'preview'>('write');
  return (
    <div className={classes['field']}>
      <div className={classes['switch']}>
        <SegmentedControl
          label={t('Write or preview')}
          value={view}
          onChange={setView}
          options={[
            { value: 'write', label: t('Write') },
            { value: 'preview', label: t('Preview') },
          ]}
        />
      </div>
      {view === 'write' ? (
        <Textarea
          label={label}
          {...(description === undefined ? {} : { description })}
          value={value}
          onChange={onChange}
          rows={5}
          {...(maxLength === undefined ? {} : { maxLength })}
        />
      ) : (
        <>
          <div className={classes['label']}>{label}</div>
          {/* A long text scrolls, also by the keyboard. */}
          <div className={classes['preview']} role="region" aria-label={t('Preview')} tabIndex={0}>
            {value.trim() === '' ? (
              <span className={classes['nothing']}>{t('Nothing to preview.')}</span>
            ) : (
              <Markdown source={value} level={3} />
            )}
          </div>
        </>
      )}
    </div>
  );
}
