import { escapeMarkup } from '@tessera/viz/shared/markup';

export type Frame = {
  readonly title: string;
  /** A whole address. */
  readonly address: string;
  /** px */
  readonly width: number;
  readonly height: number;
};

/** HTML that shows a chart alone in another page. */
export function embedCode({ title, address, width, height }: Frame): string {
  const source = new URL(address);
  source.searchParams.set('standalone', '1');
  return (
    `<iframe src="${escapeMarkup(source.href)}" title="${escapeMarkup(title)}" width="${width}" height="${height}" ` +
    'style="border:0" loading="lazy"></iframe>'
  );
}
