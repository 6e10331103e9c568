import { t } from '@tessera/core/messages';
import { cellAt, type Table } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { type HtmlNode, htmlText, readHtml } from '../../shared/safe-html.ts';
import type { HandlebarsForm } from './controls.ts';
import { evaluate } from './evaluate.ts';
import { TemplateError } from './values.ts';

export type HandlebarsModel = {
  readonly nodes: readonly HtmlNode[];
  /** Styles for these nodes alone. */
  readonly css: string;
  /** Why there is nothing to show. */
  readonly error: string | null;
};

/** The template over the rows, as a tree of what is allowed. */
export function handlebarsModel(
  results: readonly QueryResult[],
  form: HandlebarsForm,
  context: ChartContext,
): HandlebarsModel {
  const [rows, totals] = results;
  const data = rows ? recordsOf(rows.table) : [];
  const [total] = totals ? recordsOf(totals.table) : [];
  const empty = { nodes: [], css: '' };
  if (data.length === 0) return { ...empty, error: null };
  try {
    const html = evaluate(form.handlebarsTemplate, { data, ...(total ? { totals: total } : {}) }, context);
    return { nodes: readHtml(html, { hasClasses: true }), css: safeCss(form.styleTemplate), error: null };
  } catch (error) {
    if (error instanceof TemplateError)
      return { ...empty, error: t('The template cannot be drawn: %s', error.message) };
    throw error;
  }
}

/** Rows as templates know them; long integers as texts, so that no digit is lost. */
function recordsOf(table: Table): readonly Readonly<Record<string, unknown>>[] {
  return Array.from({ length: table.rowCount }, (_, row) =>
    Object.fromEntries(
      [...table.columns.values()].map((column) => {
        const cell: unknown = cellAt(column, row);
        return [column.name, typeof cell === 'bigint' ? cell.toString() : cell];
      }),
    ),
  );
}

/** Styles that load nothing and leave nothing: neither imports nor addresses. */
function safeCss(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@(?:import|charset|namespace|font-face)[^;{]*(?:;|\{[^}]*\})/gi, '')
    .replace(/(?:url|image|image-set|src|expression)\s*\([^)]*\)/gi, 'none')
    .replace(/\\/g, '');
}

/** What is read, as lines of text. */
export function linesOf({ nodes, error }: HandlebarsModel): readonly string[] {
  if (error !== null) return [error];
  return nodes.flatMap(blockLines).filter((line) => line !== '');
}

const BLOCKS = new Set('ul ol div table thead tbody tfoot tr blockquote dl'.split(' '));

function blockLines(node: HtmlNode): readonly string[] {
  if (typeof node === 'string') return [node.replace(/\s+/g, ' ').trim()];
  if (node.tag === 'tr')
    return [
      node.children
        .map((child) => htmlText([child]))
        .filter((text) => text !== '')
        .join('  '),
    ];
  if (node.tag === 'li') return [`• ${htmlText([node])}`];
  return BLOCKS.has(node.tag) ? node.children.flatMap(blockLines) : [htmlText([node])];
}
