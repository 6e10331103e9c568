import { Type } from 'typebox';
import { msg, type Translator } from '@tessera/core/messages';
import { pages, type PageId } from '@tessera/core/pages';
import { can, type Principal } from '../../principal.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import type { View } from '../../permissions.ts';

const Entry = Type.Object({ name: Type.String(), label: Type.String(), icon: Type.String(), url: Type.String() });
const MenuBody = Type.Object({ result: Type.Array(Entry) });

const entries: readonly { readonly name: string; readonly icon: string; readonly page: PageId; readonly view: View }[] =
  [
    { name: msg('Dashboards'), icon: 'dashboard', page: 'dashboards', view: 'Dashboard' },
    { name: msg('Charts'), icon: 'chart', page: 'charts', view: 'Chart' },
    { name: msg('Datasets'), icon: 'table', page: 'datasets', view: 'Dataset' },
    { name: msg('Databases'), icon: 'database', page: 'databases', view: 'Database' },
    { name: msg('Annotation layers'), icon: 'annotation', page: 'annotationLayers', view: 'Annotation' },
    { name: msg('CSS templates'), icon: 'css', page: 'cssTemplates', view: 'CssTemplate' },
    { name: msg('Tags'), icon: 'tag', page: 'tags', view: 'Tag' },
    { name: msg('Query log'), icon: 'history', page: 'queryLog', view: 'Log' },
    { name: msg('List Users'), icon: 'user', page: 'users', view: 'User' },
    { name: msg('List Roles'), icon: 'group', page: 'roles', view: 'Role' },
  ];

/** The places that a user may go to, in that user's language. */
export function menuOf(
  principal: Principal,
  { tMarked }: Translator,
): readonly { readonly name: string; readonly label: string; readonly icon: string; readonly url: string }[] {
  return entries
    .filter(({ view }) => can(principal, 'can_read', view))
    .map(({ name, icon, page }) => ({ name, label: tMarked(name), icon, url: pages[page].path }));
}

export async function menuRoutes(app: App): Promise<void> {
  app.get('/menu/', {
    config: { permission: 'signed_in' },
    schema: {
      summary: 'Where the person who asks may go',
      tags: ['Menu'],
      response: { 200: MenuBody, ...errorResponses },
    },
    handler: async (request) => ({ result: menuOf(request.principal, request.translator) }),
  });
}
