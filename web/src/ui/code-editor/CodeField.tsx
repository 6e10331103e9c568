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
  /** Asks by itself too, when a user pauses. */
  readonly checksLive?: boolean;
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
  checksLive = false,
  aside,
  ...editor
}: CodeFieldProps) {
  const id = useId();
  const checked = useCheck(editor.value, check, checksLive);
  const found = checked.state === 'refused' ? checked.problem : null;
  const message = error ?? (found === null ? null : placedMessage(found.message, found.place));
  const place = error === null ? (found?.place ?? null) : errorPlace;
  const mark = useMemo(() => (message === null || place === null ? null : { message, place }), [message, place]);
  const runs = editor.onRun ?? (check === undefined ? undefined : checked.run);
  return (
    <div className={cx(classes['field'], own['field'])}>
      <Label text={editor.label} required={required} />
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
      <KeysNote id={`${id}-keys`} tabIndents={editor.tabIndents === true} />
      {message !== null ? (
        <div id={`${id}-message`} className={classes['error']} role="alert">
          <IconAlertCircleFilled size={14} aria-hidden />
          <div className={classes['place']}>
            <ErrorText text={message} />
          </div>
        </div>
      ) : (
        <Remark id={`${id}-message`} checked={checked} description={description} />
      )}
    </div>
  );
}

/** For the eye: the editor carries the name for screen readers. */
function Label({ text, required }: { readonly text: string; readonly required: boolean }) {
  return (
    <div className={classes['head']}>
      <span className={classes['label']} aria-hidden>
        {text}
      </span>
      {required && (
        <span className={classes['required']} aria-hidden>
          *
        </span>
      )}
    </div>
  );
}

/** The keys of the editor, for screen readers. */
function KeysNote({ id, tabIndents }: { readonly id: string; readonly tabIndents: boolean }) {
  return (
    <span id={id} className="ts-visually-hidden">
      {tabIndents
        ? t('Tab indents. Escape and then Tab leaves the editor. Control and Space offers names.')
        : t('Tab leaves the editor. Control and Space offers names.')}
    </span>
  );
}

type RemarkProps = {
  readonly id: string;
  readonly checked: ReturnType<typeof useCheck>;
  readonly description: ReactNode;
};

/** Below an editor without mistakes: what the check found, or what the field is for. */
function Remark({ id, checked, description }: RemarkProps) {
  if (checked.state === 'accepted')
    return (
      <p id={id} className={cx(classes['description'], own['accepted'])} role="status">
        <IconCircleCheck size={14} aria-hidden />
        {t('The database accepts it.')}
      </p>
    );
  if (checked.state === 'failed')
    return (
      <p id={id} className={classes['description']} role="status">
        {t('It could not be checked: %s', describeError(checked.error).title)}
      </p>
    );
  if (description === undefined) return null;
  return (
    <p id={id} className={classes['description']}>
      {description}
    </p>
  );
}
