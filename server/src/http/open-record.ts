import { Type } from 'typebox';

/**
 * A record with keys and values of the sender's own. How much is in it all in all is bounded for the whole body
 * (`json-bounds.ts`).
 */
export const OpenRecord = Type.Record(Type.String(), Type.Unknown(), { maxProperties: 5_000 });
