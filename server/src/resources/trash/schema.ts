import { Type, type Static } from 'typebox';

/** A chart, dashboard or saved query in the trash. */
export const TrashedRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  deleted_on: Type.String(),
  deleted_on_delta_humanized: Type.String(),
  deleted_by: Type.Union([
    Type.Object({ id: Type.Integer(), first_name: Type.String(), last_name: Type.String() }),
    Type.Null(),
  ]),
  purged_on: Type.String({ description: 'From then on it may be removed for good.' }),
});
export type TrashedRow = Static<typeof TrashedRow>;

export const TrashIds = Type.Object({
  ids: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { minItems: 1, maxItems: 1000 }),
});
export type TrashIds = Static<typeof TrashIds>;

export const RestoredBody = Type.Object({
  ids: Type.Array(Type.Integer()),
  without_slug: Type.Array(Type.Object({ id: Type.Integer(), slug: Type.String() }), {
    description: 'Dashboards whose address belongs to another one by now.',
  }),
});
export type RestoredBody = Static<typeof RestoredBody>;
