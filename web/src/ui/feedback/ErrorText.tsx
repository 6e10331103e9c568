import { createElement, type ReactNode } from 'react';
import { type ErrorNode, readErrorText } from './error-html.ts';

/** An error message that may hold markup: only allowed elements become elements, all else is text ([5.0-09]). */
export function ErrorText({ text }: { readonly text: string }) {
  return <>{draw(readErrorText(text))}</>;
}

function draw(nodes: readonly ErrorNode[]): ReactNode {
  return nodes.map((node, index) => {
    if (typeof node === 'string') return node;
    const { tag, href, title, children } = node;
    const link = href === null ? {} : { href, target: '_blank', rel: 'noopener noreferrer nofollow' };
    return createElement(
      tag,
      { key: index, ...(title === null ? {} : { title }), ...link },
      ...(children.length === 0 ? [] : [draw(children)]),
    );
  });
}
