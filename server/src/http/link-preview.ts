import { attributeText } from './page-answers.ts';

/** What a page is called where its link is shown, as others quote it. */
const MOST_TITLE = 200;
const MOST_DESCRIPTION = 500;

/**
 * What other programs show of a link to a dashboard, as elements of the head.
 *
 * @param item  the dashboard as the API answered it to whoever asks, with nothing that they may not see in it; anything
 *              else gives nothing
 * @param base  what addresses begin with; empty where it is not known, as a picture needs a whole address
 */
export function linkPreview(item: Readonly<Record<string, unknown>>, base: string): string {
  const { dashboard_title: title, description, url, thumbnail_url: picture } = item;
  if (typeof title !== 'string') return '';
  const about = typeof description === 'string' ? description.trim() : '';
  const whole = (path: unknown) => (base !== '' && typeof path === 'string' ? `${base.replace(/\/$/, '')}${path}` : '');
  const image = whole(picture);
  return [
    ['og:site_name', 'Tessera'],
    ['og:type', 'website'],
    ['og:title', title.slice(0, MOST_TITLE)],
    ['og:description', about.slice(0, MOST_DESCRIPTION)],
    ['og:url', whole(url)],
    ['og:image', image],
    ...(image === '' ? [] : [['og:image:width', '800'] as const, ['og:image:height', '480'] as const]),
  ]
    .map(([name = '', content = '']) =>
      content === '' ? '' : `<meta property="${name}" content="${attributeText(content)}" />`,
    )
    .join('');
}
