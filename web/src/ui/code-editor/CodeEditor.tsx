import { onDemand } from '../common/on-demand.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { heightOfRows, type CodeEditorProps } from './editor-props.ts';

/** The editor for every kind of code; CodeMirror loads when the first one is shown. */
export const CodeEditor = onDemand<CodeEditorProps>(
  async () => (await import('./Editor.tsx')).Editor,
  ({ rows = 8, fill = false }) => <Skeleton height={fill ? '100%' : heightOfRows(rows)} radius="var(--ts-radius)" />,
);
