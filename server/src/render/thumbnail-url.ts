import { createHash } from 'node:crypto';

/** What of a chart decides its picture, besides the rows and who looks. */
export type Pictured = { readonly id: number; readonly version: number; readonly viz_type: string };

/**
 * Tells one state of a saved chart from another, so that browsers keep a picture no longer than it holds. It gives no
 * access: whoever asks for the picture is asked for their rights each time.
 */
export function digestOf({ id, version, viz_type: vizType }: Pictured): string {
  return createHash('sha256')
    .update(JSON.stringify([id, version, vizType]))
    .digest('hex')
    .slice(0, 16);
}

/** The address of the picture of a chart. */
export function thumbnailUrl(chart: Pictured): string {
  return `/api/v1/chart/${chart.id}/thumbnail/${digestOf(chart)}/`;
}
