import { tMarked } from '@tessera/core/messages';
import { useState } from 'react';
import { TextInput } from '../ui/fields/TextInput.tsx';
import { comparedRanges } from './compared-range.ts';
import classes from './Controls.module.css';
import { editorLook, type EditorProps } from './editor-props.ts';

/** A day, by the calendar of the browser. */
export function DateEditor(props: EditorProps<'date'>) {
  return (
    <TextInput
      {...editorLook(props)}
      type="date"
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(text) => props.onChange(text === '' ? null : text)}
    />
  );
}

/** Which time the chart is compared with, as it stands now. */
export function ComparedRangeEditor({ control, data }: EditorProps<'compared_range'>) {
  const [now] = useState(() => Date.now());
  const ranges = comparedRanges(data.form, now);
  return (
    <p className={classes['reading']} aria-live="polite">
      {tMarked(control.label)}: {ranges.length === 0 ? '–' : ranges.join(', ')}
    </p>
  );
}

/** What nobody edits has nothing to show. */
export function HiddenEditor() {
  return null;
}
