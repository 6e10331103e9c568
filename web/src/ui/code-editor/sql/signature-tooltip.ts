import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { keymap, showTooltip, type Command, type Tooltip } from '@codemirror/view';
import { t } from '@tessera/core/messages';
import type { SignatureHelp } from '@tessera/query/sql-assist/signature';
import { element } from './description-pane.ts';
import { helpNow } from './load-help.ts';
import type { SqlContext } from './sql-context.ts';

const show = StateEffect.define<boolean>();

/** What the call around the cursor takes, from the moment its bracket is typed until it is left. */
export function sqlSignature(context: SqlContext): Extension {
  const helpAt = (state: EditorState) => {
    const { main } = state.selection;
    if (!main.empty) return null;
    return helpNow()?.signatureAt(context.script(state), main.head, context.catalog().current()) ?? null;
  };
  const field = StateField.define<SignatureHelp | null>({
    create: () => null,
    update: (help, transaction) => {
      const asked = transaction.effects.find((effect) => effect.is(show));
      if (asked) return asked.value ? helpAt(transaction.state) : null;
      if (!transaction.docChanged && !transaction.selection) return help;
      const isTyped = transaction.isUserEvent('input');
      if (help === null && !isTyped) return null;
      const next = helpAt(transaction.state);
      // Moving into another call shows nothing by itself.
      return next !== null && (isTyped || next.at === help?.at) ? next : null;
    },
    provide: (own) => showTooltip.from(own, (help) => (help === null ? null : tooltipOf(help))),
  });
  const ask: Command = (view) => {
    view.dispatch({ effects: show.of(true) });
    return true;
  };
  const hide: Command = (view) => {
    if (view.state.field(field) === null) return false;
    view.dispatch({ effects: show.of(false) });
    return true;
  };
  return [
    field,
    keymap.of([
      { key: 'Mod-Shift-Space', run: ask },
      { key: 'Escape', run: hide },
    ]),
  ];
}

function tooltipOf(help: SignatureHelp): Tooltip {
  return {
    pos: help.at,
    above: true,
    create: () => {
      const dom = element('div', 'signature');
      dom.setAttribute('role', 'status');
      const form = help.forms[help.active];
      const line = element('div', 'signatureLine');
      line.append(`${help.name}(`);
      form?.arguments.forEach((text, at) => {
        if (at > 0) line.append(', ');
        line.append(at === help.argument ? element('strong', 'signatureNow', text) : text);
      });
      line.append(')');
      if (form?.returns != null) line.append(element('span', 'signatureType', ` → ${form.returns.toLowerCase()}`));
      dom.append(line);
      if (help.forms.length > 1)
        dom.append(element('div', 'signatureNote', t('Form %s of %s', help.active + 1, help.forms.length)));
      if (help.description !== null) dom.append(element('div', 'signatureNote', help.description));
      return { dom };
    },
  };
}
