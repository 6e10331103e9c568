import { createElement, Fragment, type ReactNode } from 'react';
import { parseMarkdown, type Token } from './markdown.ts';
import classes from './Markdown.module.css';

export type MarkdownProps = { readonly source: string; /** Of the first heading. */ readonly level?: number };

/** Markdown as elements. Headings begin below the title of the page (`level`); HTML shows as text. */
export function MarkdownText({ source, level = 2 }: MarkdownProps) {
  return <div className={classes['markdown']}>{elementsOf(parseMarkdown(source), level)}</div>;
}

type Opened = { readonly token: Token | null; readonly children: ReactNode[] };

/** What is nested deeper shows without its marks: thousands of elements in each other end the tab of who reads them. */
const MAX_DEPTH = 100;

/** Tokens open and close like brackets; what is between two of them are the children of one element. */
function elementsOf(tokens: readonly Token[], level: number): ReactNode {
  const opened: Opened[] = [{ token: null, children: [] }];
  let depth = 0;
  for (const token of tokens) {
    depth += token.nesting;
    if (token.nesting === 1) {
      if (depth <= MAX_DEPTH) opened.push({ token, children: [] });
      continue;
    }
    if (token.nesting === -1 && depth >= MAX_DEPTH) continue;
    const done = token.nesting === -1 ? opened.pop() : undefined;
    const element = done?.token ? elementOf(done.token, level, done.children) : leafOf(token, level);
    opened.at(-1)?.children.push(element);
  }
  return inOrder(opened[0]?.children ?? []);
}

function elementOf(token: Token, level: number, children: readonly ReactNode[]): ReactNode {
  if (token.hidden) return inOrder(children);
  switch (token.type) {
    case 'heading_open': {
      const own = Number(token.tag.slice(1));
      return createElement(
        `h${Math.min(6, level + own - 1)}`,
        { className: classes[`heading${Math.min(3, own)}`] },
        ...children,
      );
    }
    case 'link_open': {
      const href = String(token.attrGet('href') ?? '');
      const outside = /^https?:/i.test(href) ? { target: '_blank', rel: 'noreferrer' } : {};
      return createElement('a', { href, ...outside }, ...children);
    }
    case 'table_open':
      return <div className={classes['scroll']}>{createElement('table', null, ...children)}</div>;
    case 'th_open':
    case 'td_open': {
      const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
      return createElement(token.tag, side === undefined ? null : { style: { textAlign: side } }, ...children);
    }
    case 'ordered_list_open':
      return createElement('ol', { start: Number(token.attrGet('start') ?? 1) }, ...children);
    default:
      return createElement(token.tag, null, ...children);
  }
}

function leafOf(token: Token, level: number): ReactNode {
  switch (token.type) {
    case 'inline':
      return elementsOf(token.children ?? [], level);
    case 'softbreak':
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    case 'code_inline':
      return <code className={classes['code']}>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return (
        <pre className={classes['pre']}>
          <code>{token.content}</code>
        </pre>
      );
    default:
      return token.content;
  }
}

/** Parts of a text have no identity but their place, so they are children in order and not a list. */
function inOrder(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
