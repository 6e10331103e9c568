/** Display modes of a page that stands alone ([2.2-07]). */
export type StandaloneMode = 'none' | 'hide_nav' | 'hide_nav_and_title' | 'report';

const modes: readonly StandaloneMode[] = ['none', 'hide_nav', 'hide_nav_and_title', 'report'];

/** `standalone=1|2|3|true` and bit 4 of `uiConfig` ([2.2-01]); anything else shows the whole page. */
export function readStandalone(parameters: URLSearchParams): StandaloneMode {
  const value = parameters.get('standalone');
  const mode = value === 'true' ? 'hide_nav' : modes[Number(value ?? '0')];
  if (mode !== undefined && mode !== 'none') return mode;
  return (Number(parameters.get('uiConfig') ?? '0') & 4) === 4 ? 'hide_nav' : 'none';
}
