import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { t } from '@tessera/core/messages';

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--ts-accent-text)', fontWeight: '500' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ts-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--ts-info)' },
  { tag: tags.comment, color: 'var(--ts-text-faint)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.propertyName, tags.className], color: 'var(--ts-warning)' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--ts-accent-text)' },
]);

/** What every editor has: colours, the words of the library in the reader's language, styles that the page allows. */
export function baseExtensions(): Extension {
  return [
    EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''),
    EditorState.phrases.of(phrases()),
    syntaxHighlighting(highlight),
    // A text may not read otherwise than it runs: what turns its direction is shown instead of done.
    highlightSpecialChars(),
  ];
}

/** Escape closes the panel for finding; a dialog around the editor must not take it for itself. */
export function keepEscape(view: EditorView): void {
  for (const field of view.dom.querySelectorAll('.cm-panel input, .cm-panel button'))
    field.setAttribute('data-mantine-stop-propagation', 'true');
}

/** Whether somebody types in another field already: the editor came later than they did. */
export function isTypedElsewhere(host: HTMLElement): boolean {
  const active = document.activeElement;
  return active !== null && !host.contains(active) && active.matches('input, textarea, [contenteditable="true"]');
}

/** The words of the library, in the language of the page. */
function phrases(): Record<string, string> {
  return {
    Find: t('Find'),
    Replace: t('Replace'),
    next: t('Next'),
    previous: t('Previous'),
    all: t('All'),
    'match case': t('Match case'),
    regexp: t('Regular expression'),
    'by word': t('Whole words'),
    replace: t('Replace'),
    'replace all': t('Replace all'),
    close: t('Close'),
    'Go to line': t('Go to line'),
    go: t('Go'),
    Completions: t('Completions'),
    Diagnostics: t('Diagnostics'),
    'No diagnostics': t('No diagnostics'),
    'Control character': t('Control character'),
  };
}
