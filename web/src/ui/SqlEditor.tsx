import { Suspense, lazy } from 'react';
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

const CodeEditor = lazy(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor }));

/** An editor for SQL; its code (CodeMirror) loads when the first one is shown. */
export function SqlEditor(props: SqlEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={props.minHeight ?? 160} radius="var(--ts-radius)" />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
