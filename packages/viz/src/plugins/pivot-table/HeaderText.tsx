import type { CSSProperties } from 'react';
import { Markup } from '../../shared/Markup.tsx';
import { htmlOfValue } from '../../shared/safe-html.ts';
import classes from './View.module.css';

type HeaderTextProps = {
  readonly text: string;
  /** Whether markup that is allowed is shown as such. */
  readonly rendersHtml: boolean;
  readonly style?: CSSProperties;
};

/** The words of a header. */
export function HeaderText({ text, rendersHtml, style = {} }: HeaderTextProps) {
  const html = rendersHtml ? htmlOfValue(text) : null;
  return (
    <span className={classes['headerText']} style={style}>
      {html === null ? text : <Markup nodes={html} />}
    </span>
  );
}
