import { t, tMarked } from '@tessera/core/messages';
import { isShape, type Catalog, type ColumnEntry } from './catalog.ts';
import { keywordHelp } from './keywords.ts';
import type { Subject } from './offers.ts';
import { argumentTexts } from './signature.ts';

/** What is shown of a name: beside the list of offers, and under the pointer. */
export type Description = {
  readonly title: string;
  /** What it is, in a word: a table, the type of a column. */
  readonly tag: string | null;
  readonly text: string | null;
  /** SQL that shows its use. */
  readonly code: string | null;
  readonly columns: readonly ColumnEntry[];
  /** Columns that are not shown. */
  readonly more: number;
};

const MAX_COLUMNS = 24;
const MAX_FORMS = 4;
const plain = { tag: null, text: null, code: null, columns: [], more: 0 } as const;

export function describeSubject(subject: Subject, catalog: Catalog): Description {
  switch (subject.kind) {
    case 'table': {
      const { schema, name } = subject.table;
      const title = schema === null ? name : `${schema}.${name}`;
      const shape = catalog.shape(subject.table);
      if (!isShape(shape)) return { ...plain, title, tag: t('table') };
      const tag = shape.kind === 'view' ? t('view') : t('table');
      return { ...plain, title, tag, text: shape.comment, ...shown(shape.columns) };
    }
    case 'query':
      return { ...plain, title: subject.name, tag: t('query'), ...shown(subject.columns) };
    case 'column': {
      const { name, type, comment, isKey } = subject.column;
      const title = subject.of === null ? name : `${subject.of}.${name}`;
      const tag = [type?.toLowerCase() ?? null, isKey ? t('key') : null].filter((part) => part !== null).join(' · ');
      return { ...plain, title, tag: tag === '' ? null : tag, text: comment };
    }
    case 'function': {
      const { name, description, signatures } = subject.function;
      const forms = signatures.slice(0, MAX_FORMS).map((signature) => {
        const returns = signature.returns === null ? '' : ` → ${signature.returns.toLowerCase()}`;
        return `${name}(${argumentTexts(signature).join(', ')})${returns}`;
      });
      return { ...plain, title: name, tag: t('function'), text: description, code: forms.join('\n') || null };
    }
    case 'keyword': {
      const help = keywordHelp(subject.word);
      return { ...plain, title: subject.word, text: help ? tMarked(help.text) : null, code: help?.form ?? null };
    }
    case 'snippet': {
      const { name, description, sql } = subject.snippet;
      return { ...plain, title: name, tag: t('snippet'), text: description === '' ? null : description, code: sql };
    }
    case 'macro':
      return {
        ...plain,
        title: subject.macro.name,
        tag: t('template'),
        text: subject.macro.description,
        code: `{{ ${subject.macro.call.replaceAll(/\$\{(\w*)\}/g, '$1')} }}`,
      };
    case 'parameter':
      return { ...plain, title: subject.name, tag: t('parameter'), text: subject.value };
  }
}

function shown(columns: readonly ColumnEntry[]): Pick<Description, 'columns' | 'more'> {
  return { columns: columns.slice(0, MAX_COLUMNS), more: Math.max(0, columns.length - MAX_COLUMNS) };
}
