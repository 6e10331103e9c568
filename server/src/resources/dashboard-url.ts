import { hrefOf } from '@tessera/core/pages';

/** The page of a dashboard: by slug where it has one ([2.1-02]). */
export function dashboardUrl(row: { readonly id: number; readonly slug: string | null }): string {
  return hrefOf('dashboard', { key: row.slug ?? row.id });
}
