import { onDemand } from '../common/on-demand.tsx';
import type { MarkdownProps } from './MarkdownText.tsx';

/** Text that a user wrote in Markdown; what reads it loads when the first one is shown. */
export const Markdown = onDemand<MarkdownProps>(async () => (await import('./MarkdownText.tsx')).MarkdownText);
