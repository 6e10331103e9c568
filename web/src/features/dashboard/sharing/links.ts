import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import type { LinkBody } from '@tessera/server/contract';
import type { DashboardItem, LinkState } from '../../../api/dashboards.ts';
import { request } from '../../../api/client.ts';
import { copyText } from '../../../ui/feedback/copy.ts';

/** Puts a link to what is seen now on the clipboard; it stays as it is, whatever is chosen later. */
export async function copyLink(id: number, state: LinkState): Promise<void> {
  await copyText(await createLink(id, state), t('Copied to clipboard!'));
}

/** Puts the address of a dashboard as it opens on the clipboard, whatever is chosen here. */
export async function copyAddress({ id, slug }: DashboardItem, search: URLSearchParams): Promise<void> {
  const { href } = new URL(hrefOf('dashboard', { key: slug ?? id }, search), location.href);
  await copyText(href, t('Copied to clipboard!'));
}

/** Opens a letter with the link in it, in the program that this user writes letters with. */
export async function mailLink({ id, dashboard_title: title }: DashboardItem, state: LinkState): Promise<void> {
  const body = t('Check out this dashboard: %s', await createLink(id, state));
  location.assign(`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`);
}

/** A link to the dashboard as it is seen now ([7.4-08]). */
async function createLink(id: number, state: LinkState): Promise<string> {
  const { url } = await request<LinkBody>(`/dashboard/${id}/permalink`, { method: 'POST', body: state });
  return new URL(url, location.href).href; // a server without a configured address answers a path
}
