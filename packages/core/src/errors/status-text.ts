/** Text of an HTTP status as users read it; `undefined` for a status that is not an error. */
const texts: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  407: 'Proxy authentication required',
  408: 'Request timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length required',
  412: 'Precondition failed',
  413: 'Payload too large',
  414: 'URI too long',
  415: 'Unsupported media type',
  416: 'Range not satisfiable',
  417: 'Expectation failed',
  500: 'Server error',
  501: 'Not implemented',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
  505: 'HTTP version not supported',
  507: 'Insufficient storage',
  508: 'Loop detected',
  511: 'Network authentication required',
  599: 'Network error',
};

/** The sentence for a status whose answer says nothing of its own ([8.1-01]). */
export function statusText(status: number): string | undefined {
  return texts[status];
}
