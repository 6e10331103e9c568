import { t } from '@tessera/core/messages';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ViewProps } from '../../define.ts';
import { Markup } from '../../shared/Markup.tsx';
import type { HandlebarsModel } from './model.ts';
import classes from './View.module.css';

/** The template in a tree of its own: its styles reach nothing else, and those of the page do not reach it. */
export function View({ model, context, onRendered }: ViewProps<HandlebarsModel>) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  const { theme } = context;

  useLayoutEffect(() => {
    if (host.current) setRoot(host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' }));
  }, []);

  useLayoutEffect(() => {
    const tree = root === null ? null : host.current?.shadowRoot;
    if (!tree) return;
    const base = `:host{color:${theme.text};font-family:${theme.fontFamily}} a{color:${theme.accent}}`;
    // Styles cannot name the place that holds them.
    dress(tree, `${base}\n${model.css.replace(/:host/g, ':not(*)')}`);
    onRendered();
  }, [root, model, theme, onRendered]);

  if (model.error !== null)
    return (
      <p className={classes['error']} role="alert">
        {model.error}
      </p>
    );
  return (
    // It may scroll, so the keyboard reaches it.
    <div
      ref={host}
      role="region"
      aria-label={t('Text of the template')}
      tabIndex={0}
      className={classes['host']}
      style={{ width: context.width, height: context.height }}
    >
      {root && createPortal(<Markup nodes={model.nodes} />, root)}
    </div>
  );
}

function dress(tree: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  tree.adoptedStyleSheets = [sheet];
}
