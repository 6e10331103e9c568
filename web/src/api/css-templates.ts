import { queryOptions } from '@tanstack/react-query';
import type { CssTemplate as CssTemplateBody, CssTemplatePost, ListAnswer } from '@tessera/server/contract';
import { request } from './client.ts';
import { listAddress } from './list.ts';

/** What lists and dialogs read of a template. */
export type CssTemplate = Pick<
  CssTemplateBody,
  'id' | 'template_name' | 'css' | 'changed_by' | 'changed_on_delta_humanized' | 'version'
>;

export const cssTemplatesResource = 'css_template';

/** The templates that a style may begin with, by name. */
export const cssTemplates = queryOptions({
  queryKey: [cssTemplatesResource, 'all'] as const,
  queryFn: async ({ signal }) =>
    (
      await request<ListAnswer<CssTemplate>>(
        listAddress(cssTemplatesResource, {
          columns: ['id', 'template_name', 'css', 'version'],
          filters: [],
          orderColumn: 'template_name',
          orderDirection: 'asc',
          page: 0,
          pageSize: 100,
        }),
        { signal },
      )
    ).result,
});

/** Makes a template, or changes one. @throws ApiError 412 when the template is at another version by now */
export async function saveCssTemplate(
  template: Pick<CssTemplate, 'id' | 'version'> | null,
  input: CssTemplatePost,
): Promise<void> {
  if (template === null) await request(`/${cssTemplatesResource}/`, { method: 'POST', body: input });
  else
    await request(`/${cssTemplatesResource}/${template.id}`, {
      method: 'PUT',
      body: input,
      ifMatch: template.version,
    });
}
