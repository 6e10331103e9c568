import { message, type Words } from '../messages.ts';
import { defineErrors, fieldsText, type Complaints, type None } from './define.ts';

/** What any route may answer, whatever it serves. */
export const httpErrors = defineErrors({
  invalid_request: { status: 400, type: 'INVALID_PAYLOAD_FORMAT_ERROR', text: (p: { reason: Words }) => p.reason },
  /** `fields` maps a body or query field to its complaints, as `{"message": {"field": ["…"]}}`. */
  invalid_fields: {
    status: 400,
    type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    text: (p: { fields: Complaints }) => fieldsText(p.fields),
  },
  invalid_rison: {
    status: 400,
    text: (p: { reason: Words }) =>
      message('The query parameter q is not valid rison: %(reason)s', { reason: p.reason }),
  },
  csrf_missing: { status: 400, text: (_: None) => message('The CSRF token is missing.') },
  csrf_invalid: { status: 400, text: (_: None) => message('The CSRF session token is missing or has expired.') },
  foreign_origin: { status: 403, text: (_: None) => message('The request comes from another site.') },
  viewing_as: {
    status: 403,
    text: (_: None) => message('You see this as somebody else does. Nothing can be changed in their name.'),
  },
  not_authenticated: { status: 401, text: (_: None) => message('Not authorized') },
  forbidden: { status: 403, text: (_: None) => message('Forbidden') },
  /** `object` is the noun on screen: dashboard, chart, dataset … ([6.0-05]). */
  edit_denied: {
    status: 403,
    text: (p: { object: string }) =>
      message('You do not have permission to edit this %(object)s', { object: p.object }),
  },
  not_found: { status: 404, text: (_: None) => message('Not found') },
  /** An address that nothing answers at, whatever is sent. */
  unknown_address: { status: 404, type: 'GENERIC_BACKEND_ERROR', text: (_: None) => message('Not found') },
  method_not_allowed: { status: 405, type: 'GENERIC_BACKEND_ERROR', text: (_: None) => message('Method not allowed') },
  stale_version: {
    status: 412,
    text: (p: { object: string; version: number }) =>
      message(
        'This %(object)s was changed by someone else in the meantime (it is at version %(version)s ' +
          'now). Nothing was saved; reload it and apply your changes again.',
        { object: p.object, version: p.version },
      ),
  },
  /** Changes that are not saved yet, of another window of the same user. */
  draft_replaced: {
    status: 412,
    text: (_: None) => message('Other unsaved changes lie there, made in another window.'),
  },
  payload_too_large: {
    status: 413,
    text: (p: { limit: string }) => message('The request is larger than %(limit)s.', { limit: p.limit }),
  },
  unsupported_media_type: { status: 415, text: (_: None) => message('Unsupported media type') },
  invalid_object: { status: 422, type: 'GENERIC_COMMAND_ERROR', text: (p: { reason: Words }) => p.reason },
  too_many_requests: {
    status: 429,
    text: (p: { seconds: number }) => message('Too many attempts. Try again in %(seconds)s s.', { seconds: p.seconds }),
  },
  internal: {
    status: 500,
    type: 'GENERIC_BACKEND_ERROR',
    text: (p: { requestId: string }) =>
      message('Something broke on our side. Give this id to your administrator: %(requestId)s', {
        requestId: p.requestId,
      }),
  },
  storage_full: {
    status: 507,
    text: (_: None) =>
      message(
        'There is no space left where Tessera keeps its data, and nothing was saved. Free some ' +
          'space and try again.',
      ),
  },
  /** `seconds`: when it is worth another try, where that is known. */
  unavailable: { status: 503, text: (p: { reason: Words; seconds?: number }) => p.reason },
});
