import { IconAlertCircleFilled, IconCircleCheck } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { TextPosition } from '@tessera/core/text-position';
import { useId, useMemo, type ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { cx } from '../common/cx.ts';
import { describeError } from '../feedback/describe-error.ts';
import { ErrorText } from '../feedback/ErrorText.tsx';
import { placedMessage } from '../feedback/placed-message.ts';
import classes from '../fields/Field.module.css';
import { CodeEditor } from './CodeEditor.tsx';
import own from './CodeField.module.css';
import type { CodeEditorProps } from './editor-props.ts';
import { useCheck, type CheckCode } from './use-check.ts';

type CodeFieldProps = Omit<CodeEditorProps, 'mark' | 'invalid' | 'describedBy'> & {
  /** For screen readers, where several fields have the same label. */
  readonly accessibleName?: string;
  readonly error?: string | null;
  /** Where in the text the error is. */
  readonly errorPlace?: TextPosition | null;
  readonly description?: ReactNode;
  readonly required?: boolean;
  /** Asks the database what it thinks of the text; there is a button for it, and Control or ⌘ with Enter. */
  readonly check?: CheckCode;
  /** At the end of the label's line. */
  readonly aside?: ReactNode;
};

/** The code editor as a field of a form: label over it, and below it what is wrong with it or what it is for. */
export function CodeField({
  accessibleName,
  error = null,
  errorPlace = null,
  description,
  required = false,
  check,
  aside,
  ...editor
}: CodeFieldProps) {
  const id = useId();
  const checked = useCheck(editor.value, check);
  const found = checked.state === 'refused' ? checked.problem : null;
  const message = error ?? (found === null ? null : placedMessage(found.message, found.place));
  const place = error === null ? (found?.place ?? null) : errorPlace;
  const mark = useMemo(() => (message === null || place === null ? null : { message, place }), [message, place]);
  const runs = editor.onRun ?? (check === undefined ? undefined : checked.run);
  return (
    <div className={cx(classes['field'], own['field'])}>
      <div className={classes['head']}>
        {/* The editor carries the name for screen readers. */}
        <span className={classes['label']} aria-hidden>
          {editor.label}
        </span>
        {required && (
          <span className={classes['required']} aria-hidden>
            *
          </span>
        )}
      </div>
      <CodeEditor
        {...editor}
        label={accessibleName ?? editor.label}
        {...(runs === undefined ? {} : { onRun: runs })}
        mark={mark}
        invalid={message !== null}
        describedBy={`${id}-message ${id}-keys`}
      />
      {/* Behind the editor for the keyboard: what was written is checked next. */}
      <span className={own['actions']}>
        {check !== undefined && editor.readOnly !== true && (
          <Button
            variant="quiet"
            size="small"
            loading={checked.state === 'running'}
            disabledReason={editor.value.trim() === '' ? t('There is nothing to check yet.') : null}
            onClick={checked.run}
          >
            {t('Check')}
          </Button>
        )}
        {aside}
      </span>
      <span id={`${id}-keys`} className="ts-visually-hidden">
        {editor.tabIndents === true
          ? t('Tab indents. Escape and then Tab leaves the editor. Control and Space offers names.')
          : t('Tab leaves the editor. Control and Space offers names.')}
      </span>
      {message !== null ? (
        <div id={`${id}-message`} className={classes['error']} role="alert">
          <IconAlertCircleFilled size={14} aria-hidden />
          <div className={classes['place']}>
            <ErrorText text={message} />
          </div>
        </div>
      ) : checked.state === 'accepted' ? (
        <p id={`${id}-message`} className={cx(classes['description'], own['accepted'])} role="status">
          <IconCircleCheck size={14} aria-hidden />
          {t('The database accepts it.')}
        </p>
      ) : checked.state === 'failed' ? (
        <p id={`${id}-message`} className={classes['description']} role="status">
          {t('It could not be checked: %s', describeError(checked.error).title)}
        </p>
      ) : (
        description !== undefined && (
          <p id={`${id}-message`} className={classes['description']}>
            {description}
          </p>
        )
      )}
    </div>
  );
}
