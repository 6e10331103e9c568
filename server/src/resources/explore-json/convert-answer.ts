import { parseExactJson, printExactJson } from '@tessera/core/exact-json';
import type { RawForm } from '@tessera/core/form-data';
import { packError, type ThreadError } from '../../engines/process/thread-error.ts';
import type { LegacyRow } from './legacy.ts';
import { payloadOf } from './payloads/registry.ts';

/** What a full answer says that the older form of answers repeats. */
type Told = {
  readonly data: readonly LegacyRow[];
  readonly from_dttm: number | null;
  readonly to_dttm: number | null;
  readonly query?: string;
  readonly is_cached: boolean | null;
} & Readonly<Record<string, unknown>>;

export type ConvertRequest = {
  /** One answer of chart data, as its bytes of JSON. */ readonly answer: readonly Uint8Array[];
  /** Of a type that has an older form. */ readonly form: RawForm;
};
export type ConvertReply = { readonly type: 'done'; readonly body: Uint8Array } | ThreadError;

const kept = [
  'cache_key',
  'cached_dttm',
  'cache_timeout',
  'from_dttm',
  'to_dttm',
  'status',
  'stacktrace',
  'rowcount',
  'colnames',
  'coltypes',
  'applied_filters',
  'rejected_filters',
] as const;

/**
 * An answer of chart data in the older form, as bytes of JSON; errors are a part of the reply, as they have to leave a
 * thread.
 */
export function convertAnswer({ answer, form }: ConvertRequest): ConvertReply {
  try {
    const told = parseExactJson(Buffer.concat(answer).toString()) as Told;
    const body = {
      ...Object.fromEntries(kept.map((key) => [key, told[key] ?? null])),
      is_cached: told.is_cached === true,
      errors: [],
      form_data: { adhoc_filters: [], applied_time_extras: {}, where: '', having: '', filters: [], ...form },
      ...(told.query !== undefined && { query: told.query.replace(/;\n\n$/, '') }),
      data: payloadOf(form['viz_type'])?.data(told.data, form, { since: told.from_dttm, until: told.to_dttm }),
    };
    return { type: 'done', body: Buffer.from(printExactJson(body)) };
  } catch (error) {
    return packError(error);
  }
}
