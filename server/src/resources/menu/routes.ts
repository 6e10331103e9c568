import { Type } from 'typebox';
import { t } from '@tessera/core/messages';
import { can, type Actor } from '../../actor.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import type { View } from '../../permissions.ts';

const Entry = Type.Object({ name: Type.String(), label: Type.String(), icon: Type.String(), url: Type.String() });
const MenuBody = Type.Object({ result: Type.Array(Entry) });

const entries: readonly { readonly name: string; readonly icon: string; readonly url: string; readonly view: View }[] =
  [
    { name: 'Dashboards', icon: 'dashboard', url: '/dashboard/list/', view: 'Dashboard' },
    { name: 'Charts', icon: 'chart', url: '/chart/list/', view: 'Chart' },
    { name: 'Datasets', icon: 'table', url: '/dataset/list/', view: 'Dataset' },
    { name: 'Databases', icon: 'database', url: '/databaseview/list/', view: 'Database' },
    { name: 'Annotation layers', icon: 'annotation', url: '/annotationlayer/list/', view: 'Annotation' },
    { name: 'Query log', icon: 'history', url: '/querylog/list/', view: 'Log' },
    { name: 'List Users', icon: 'user', url: '/users/', view: 'User' },
    { name: 'List Roles', icon: 'group', url: '/roles/', view: 'Role' },
  ];

/** The places that a person may go to. */
export function menuOf(
  actor: Actor,
): readonly { readonly name: string; readonly label: string; readonly icon: string; readonly url: string }[] {
  return entries
    .filter(({ view }) => can(actor, 'can_read', view))
    .map(({ name, icon, url }) => ({ name, label: t(name), icon, url }));
}

export async function menuRoutes(app: App): Promise<void> {
  app.get('/menu/', {
    config: { permission: 'signed_in' },
    schema: {
      summary: 'Where the person who asks may go',
      tags: ['Menu'],
      response: { 200: MenuBody, ...errorResponses },
    },
    handler: async (request) => ({ result: menuOf(request.actor) }),
  });
}
