import { defineErrors, type None } from './define.ts';

/** What any route may answer, whatever it serves. */
export const httpErrors = defineErrors({
  invalid_request: { status: 400, type: 'INVALID_PAYLOAD_FORMAT_ERROR', text: (p: { reason: string }) => p.reason },
  /** `fields` maps a body or query field to its complaints, as `{"message": {"field": ["…"]}}`. */
  invalid_fields: {
    status: 400,
    type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    text: (p: { fields: Readonly<Record<string, readonly string[]>> }) =>
      Object.entries(p.fields)
        .map(([field, complaints]) => `${field}: ${complaints.join(' ')}`)
        .join(' '),
  },
  invalid_rison: {
    status: 400,
    text: (p: { reason: string }) => `The query parameter q is not valid rison: ${p.reason}`,
  },
  csrf_missing: { status: 400, text: (_: None) => 'The CSRF token is missing.' },
  csrf_invalid: { status: 400, text: (_: None) => 'The CSRF session token is missing or has expired.' },
  foreign_origin: { status: 403, text: (_: None) => 'The request comes from another site.' },
  not_authenticated: { status: 401, text: (_: None) => 'Not authorized' },
  forbidden: { status: 403, text: (_: None) => 'Forbidden' },
  /** `object` is the noun on screen: dashboard, chart, dataset … ([6.0-05]). */
  edit_denied: { status: 403, text: (p: { object: string }) => `You do not have permission to edit this ${p.object}` },
  not_found: { status: 404, text: (_: None) => 'Not found' },
  /** An address that nothing answers at, whatever is sent. */
  unknown_address: { status: 404, type: 'GENERIC_BACKEND_ERROR', text: (_: None) => 'Not found' },
  method_not_allowed: { status: 405, type: 'GENERIC_BACKEND_ERROR', text: (_: None) => 'Method not allowed' },
  stale_version: {
    status: 412,
    text: (p: { object: string; version: number }) =>
      `This ${p.object} was changed by someone else in the meantime (it is at version ${p.version} now). ` +
      'Nothing was saved; reload it and apply your changes again.',
  },
  payload_too_large: { status: 413, text: (p: { limit: string }) => `The request is larger than ${p.limit}.` },
  unsupported_media_type: { status: 415, text: (_: None) => 'Unsupported media type' },
  invalid_object: { status: 422, type: 'GENERIC_COMMAND_ERROR', text: (p: { reason: string }) => p.reason },
  too_many_requests: {
    status: 429,
    text: (p: { seconds: number }) => `Too many attempts. Try again in ${p.seconds} s.`,
  },
  internal: {
    status: 500,
    type: 'GENERIC_BACKEND_ERROR',
    text: (p: { requestId: string }) =>
      `Something broke on our side. Give this id to your administrator: ${p.requestId}`,
  },
  storage_full: {
    status: 507,
    text: (_: None) =>
      'There is no space left where Tessera keeps its data, and nothing was saved. Free some space and try again.',
  },
  /** `seconds`: when it is worth another try, where that is known. */
  unavailable: { status: 503, text: (p: { reason: string; seconds?: number }) => p.reason },
});
