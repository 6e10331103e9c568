import { IconAlertCircleFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ErrorText } from '../feedback/ErrorText.tsx';
import classes from '../fields/Field.module.css';
import type { SqlEditorProps } from './CodeEditor.tsx';
import { SqlEditor } from './SqlEditor.tsx';

type SqlFieldProps = SqlEditorProps & {
  readonly error?: string | null;
  readonly description?: ReactNode;
  readonly required?: boolean;
};

/** The SQL editor as a field of a form: label over it, and below it what is wrong with it or what it is for. */
export function SqlField({ error = null, description, required = false, ...editor }: SqlFieldProps) {
  return (
    <div className={classes['field']}>
      {/* The editor carries the name for screen readers. */}
      <div className={classes['head']} aria-hidden>
        <span className={classes['label']}>{editor.label}</span>
        {required && <span className={classes['required']}>*</span>}
      </div>
      <SqlEditor {...editor} />
      {error !== null ? (
        <div className={classes['error']} role="alert">
          <IconAlertCircleFilled size={14} aria-hidden />
          <div className={classes['place']}>
            <ErrorText text={error} />
          </div>
        </div>
      ) : (
        description !== undefined && <p className={classes['description']}>{description}</p>
      )}
    </div>
  );
}
