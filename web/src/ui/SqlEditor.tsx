import { onDemand } from './on-demand.tsx';
import { Skeleton } from './Skeleton.tsx';

export type SqlEditorProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Engine key: duckdb, sqlite, postgresql … */
  readonly engine?: string;
  /** Table → its columns, for completion. */
  readonly tables?: Readonly<Record<string, readonly string[]>>;
  /** Ctrl/⌘+Enter. */
  readonly onRun?: () => void;
  readonly minHeight?: number;
  readonly readOnly?: boolean;
  /** Tab moves on instead of indenting: for an editor that is one field of a form. */
  readonly tabLeaves?: boolean;
};

/** An editor for SQL; its code (CodeMirror) loads when the first one is shown. */
export const SqlEditor = onDemand<SqlEditorProps>(
  async () => (await import('./CodeEditor.tsx')).CodeEditor,
  ({ minHeight = 160 }) => <Skeleton height={minHeight} radius="var(--ts-radius)" />,
);
