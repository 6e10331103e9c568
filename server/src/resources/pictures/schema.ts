import { Type, type Static } from 'typebox';
import { Q } from '../../http/list-query.ts';
import { KeyParams } from '../item-shapes.ts';

const Mode = Type.Optional(Type.Enum(['light', 'dark']));

export const PictureParams = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  digest: Type.String({ maxLength: 64 }),
});
export const PictureQuery = Type.Object({ mode: Mode });
export const OrderQuery = Type.Object({ ...Q.properties, mode: Mode });
export const FileQuery = Type.Object({ download_format: Type.Optional(Type.Enum(['png', 'pdf'])) });
export const VersionPictureParams = Type.Object({
  ...KeyParams.properties,
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

/** How far a picture is, and where it will be. */
export const PictureTask = Type.Object({
  cache_key: Type.String(),
  dashboard_url: Type.String(),
  image_url: Type.String({ description: 'Where the picture is, or will be.' }),
  task_status: Type.Enum(['Pending', 'Computing', 'Updated', 'Error']),
  task_updated_at: Type.String(),
});
export type PictureTask = Static<typeof PictureTask>;
