import type { TextPosition } from '@tessera/core/text-position';

/** `sql-template`: SQL with template tags, `{{ … }}` and `{% … %}`, in it. */
export type CodeLanguage = 'sql' | 'sql-template' | 'json' | 'css' | 'markdown' | 'plain';

/** A name that the editor offers while somebody types. */
export type Suggestion = {
  readonly label: string;
  readonly kind: 'column' | 'metric' | 'function' | 'macro';
  /** Beside the name: the type of a column, the SQL of a metric. */
  readonly detail?: string;
  /** What is written instead of the label; of a macro the inside of its tag. */
  readonly insert?: string;
};

export type CodeEditorProps = {
  /** Names the editor for screen readers; a field shows it, too. */
  readonly label: string;
  readonly value: string;
  /** Left out of what is only read. */
  readonly onChange?: (value: string) => void;
  readonly language: CodeLanguage;
  /** Of SQL: the engine key, duckdb, sqlite, postgresql … */
  readonly engine?: string | null;
  readonly suggestions?: readonly Suggestion[];
  /** What is wrong, marked where it is; the caller takes it away when the text changes. */
  readonly mark?: { readonly message: string; readonly place: TextPosition } | null;
  /** Control or ⌘ with Enter. */
  readonly onRun?: () => void;
  readonly onBlur?: () => void;
  /** Lines that are seen without scrolling; it grows with its text. */
  readonly rows?: number;
  /** It is as high as its place. */
  readonly fill?: boolean;
  readonly placeholder?: string;
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  /** Tab indents, and leaves after Escape. Without it Tab moves on, as in every field of a form. */
  readonly tabIndents?: boolean;
  /** It takes the keyboard when it is there. */
  readonly takesFocus?: boolean;
  readonly invalid?: boolean;
  /** Ids of what describes it. */
  readonly describedBy?: string;
};

/** Height of the lines that are to be seen, as the style sheet has them. */
export function heightOfRows(rows: number): number {
  return Math.round(rows * 19.4) + 18;
}
