import { MySQL, PostgreSQL, SQLite, StandardSQL, sql, type SQLDialect } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import { suggestionSource } from './completion.ts';
import type { CodeLanguage, Suggestion } from './editor-props.ts';
import { templateTags } from './template-tags.ts';

type Wish = {
  readonly language: CodeLanguage;
  readonly engine: string | null;
  readonly suggestions: readonly Suggestion[];
};

/** What an editor needs to know of a language. Only SQL comes with the editor; the others load when first used. */
export async function loadLanguage({ language, engine, suggestions }: Wish): Promise<Extension> {
  switch (language) {
    case 'sql':
      return sqlLanguage(engine, suggestions);
    case 'sql-template':
      return [sqlLanguage(engine, suggestions), tagHighlighter];
    case 'json':
      return (await import('./language-json.ts')).jsonLanguageOf();
    case 'css':
      return (await import('@codemirror/lang-css')).css();
    case 'markdown':
      return (await import('./language-markdown.ts')).markdownLanguage;
    case 'plain':
      return [];
  }
}

const dialects: Readonly<Record<string, SQLDialect>> = {
  sqlite: SQLite,
  postgresql: PostgreSQL,
  duckdb: PostgreSQL,
  mysql: MySQL,
  clickhouse: MySQL,
};

function sqlLanguage(engine: string | null, suggestions: readonly Suggestion[]): Extension {
  const support = sql({ dialect: dialects[engine ?? ''] ?? StandardSQL, upperCaseKeywords: true });
  return [support, support.language.data.of({ autocomplete: suggestionSource(suggestions, engine) })];
}

const tagMarks = {
  code: Decoration.mark({ class: 'cm-template' }),
  comment: Decoration.mark({ class: 'cm-template cm-template-comment' }),
};

function tagDecorations(view: EditorView): DecorationSet {
  const tags = templateTags(view.state.doc.toString());
  return Decoration.set(tags.map(({ from, to, kind }) => tagMarks[kind].range(from, to)));
}

/** Tags look like tags, whatever the SQL around them makes of their braces. */
const tagHighlighter = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = tagDecorations(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged) this.decorations = tagDecorations(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
