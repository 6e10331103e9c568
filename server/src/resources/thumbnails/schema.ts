import { Type, type Static } from 'typebox';

export const ThumbnailParams = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  digest: Type.String({ maxLength: 64 }),
});
export const ThumbnailQuery = Type.Object({
  mode: Type.Optional(Type.Enum(['light', 'dark'])),
});
export const ScreenshotBody = Type.Object({
  cache_key: Type.String(),
  chart_url: Type.String(),
  image_url: Type.String({ description: 'Where the picture is.' }),
  task_status: Type.String(),
});
export type ScreenshotBody = Static<typeof ScreenshotBody>;
