import { t } from '@tessera/core/messages';
import { useDeferredValue } from 'react';
import { CodeEditor } from '../../../ui/code-editor/CodeEditor.tsx';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import classes from './MarkdownEditor.module.css';

type MarkdownEditorProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
};

/** The source of a text, and beside it what readers will see; one below the other where there is little room. */
export function MarkdownEditor({ value, onChange, onLeave }: MarkdownEditorProps) {
  // Typing never waits for a long text to be drawn.
  const shown = useDeferredValue(value);
  return (
    <div className={classes['parts']}>
      <div className={classes['source']}>
        {/* The user asked to type here. */}
        <CodeEditor
          label={t('Text in Markdown')}
          language="markdown"
          fill
          takesFocus
          value={value}
          onChange={onChange}
          onBlur={onLeave}
        />
      </div>
      <section
        className={classes['preview']}
        aria-label={t('Preview of the text')}
        // A press here is no end of writing.
        onMouseDown={(event) => event.preventDefault()}
      >
        {shown.trim() === '' ? (
          <p className={classes['hint']}>{t('Text in Markdown: # heading, **bold**, - list, [link](address).')}</p>
        ) : (
          <Markdown source={shown} level={2} />
        )}
      </section>
    </div>
  );
}
