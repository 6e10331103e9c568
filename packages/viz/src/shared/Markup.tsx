import { createElement, type MouseEvent, type ReactNode } from 'react';
import type { HtmlNode } from './safe-html.ts';

/** Allowed markup of a value as elements; links leave the page in a tab of their own. */
export function Markup({ nodes }: { readonly nodes: readonly HtmlNode[] }): ReactNode {
  return nodes.map((node, index) => {
    if (typeof node === 'string') return node;
    const { tag, attributes, children } = node;
    const { colspan, rowspan, ...plain } = attributes;
    return createElement(
      tag,
      {
        key: index,
        ...plain,
        ...(colspan === undefined ? {} : { colSpan: Number(colspan) }),
        ...(rowspan === undefined ? {} : { rowSpan: Number(rowspan) }),
        ...(tag === 'a' ? { target: '_blank', rel: 'noopener noreferrer nofollow', onClick: onLink } : {}),
        ...(tag === 'img' ? { loading: 'lazy', referrerPolicy: 'no-referrer' } : {}),
      },
      ...(children.length === 0 ? [] : [<Markup key="children" nodes={children} />]),
    );
  });
}

/** A press on a link follows it and filters nothing. */
function onLink(event: MouseEvent): void {
  event.stopPropagation();
}
