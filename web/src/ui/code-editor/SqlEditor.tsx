import type { SqlEditorProps } from './CodeEditor.tsx';
import { onDemand } from '../common/on-demand.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';

/** An editor for SQL; its code (CodeMirror) loads when the first one is shown. */
export const SqlEditor = onDemand<SqlEditorProps>(
  async () => (await import('./CodeEditor.tsx')).CodeEditor,
  ({ minHeight = 160 }) => <Skeleton height={minHeight} radius="var(--ts-radius)" />,
);
