import { createElement, Fragment, type JSX, type ReactNode } from 'react';
import { parseMarkdown, type Block, type Inline } from './markdown.ts';
import classes from './Markdown.module.css';

/** Text that a user wrote in Markdown. Headings begin below the title of the page (`level`); HTML shows as text. */
export function Markdown({ source, level = 2 }: { readonly source: string; readonly level?: number }) {
  return (
    <div className={classes['markdown']}>
      {inOrder(parseMarkdown(source), (block) => (
        <BlockView block={block} level={level} />
      ))}
    </div>
  );
}

function BlockView({ block, level }: { readonly block: Block; readonly level: number }) {
  switch (block.kind) {
    case 'heading': {
      const Tag = `h${Math.min(6, level + block.level - 1)}` as keyof JSX.IntrinsicElements;
      return (
        <Tag className={classes[`heading${Math.min(3, block.level)}`]}>
          <Inlines parts={block.children} />
        </Tag>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Inlines parts={block.children} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <Inlines parts={block.children} />
        </blockquote>
      );
    case 'rule':
      return <hr />;
    case 'code':
      return (
        <pre className={classes['pre']}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list':
      return <List block={block} />;
    case 'table':
      return <Table block={block} />;
  }
}

function List({ block }: { readonly block: Extract<Block, { kind: 'list' }> }) {
  const items = inOrder(block.items, (item) => (
    <li>
      <Inlines parts={item} />
    </li>
  ));
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function Table({ block }: { readonly block: Extract<Block, { kind: 'table' }> }) {
  return (
    <div className={classes['scroll']}>
      <table>
        <thead>
          <tr>
            {inOrder(block.head, (cell) => (
              <th>
                <Inlines parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(block.rows, (row) => (
            <tr>
              {inOrder(row, (cell) => (
                <td>
                  <Inlines parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ parts }: { readonly parts: readonly Inline[] }) {
  return (
    <>
      {inOrder(parts, (part) => (
        <InlineView part={part} />
      ))}
    </>
  );
}

function InlineView({ part }: { readonly part: Inline }): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'break':
      return <br />;
    case 'code':
      return <code className={classes['code']}>{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <Inlines parts={part.children} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines parts={part.children} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <Inlines parts={part.children} />
        </s>
      );
    case 'link':
      return (
        <a href={part.href} {...(part.href.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}>
          <Inlines parts={part.children} />
        </a>
      );
  }
}

/** Parts of a text have no identity but their place, so they are children in order and not a list. */
function inOrder<P>(parts: readonly P[], draw: (part: P) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...parts.map(draw));
}
