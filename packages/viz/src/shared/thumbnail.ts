/** The frame that all thumbnails share: 120 × 80, the accent for what matters, the text colour for the rest. */
export function thumbnail(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80" fill="none" stroke-linecap="round" stroke-linejoin="round">${content}</svg>`;
}

export const ACCENT = 'var(--ts-accent, #007a87)';
export const WARM = 'var(--ts-warning, #8f5a00)';

/** Quiet gridlines with a base. */
export const GRID =
  '<g stroke="currentColor" stroke-opacity=".18"><path d="M12 16.5H108M12 32.5H108M12 48.5H108"/><path d="M12 64.5H108" stroke-opacity=".5"/></g>';
