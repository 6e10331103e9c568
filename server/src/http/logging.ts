import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import type { FileSettings } from '../config.ts';
import { createLogStream, type LogStream } from './log-stream.ts';

const secretParameters = /([?&](?:token|access_token|refresh_token|password|guest_token|key|secret)=)[^&#]*/gi;
const passwordInUrl = /([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s@]+@/gi;
const bearer = /(bearer\s+)[\w.~+/=-]+/gi;
/** Three parts of base64url: a signed token wherever it stands. */
const signedToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Text for the log: passwords and tokens blotted out, control characters (line breaks, terminal codes) escaped. */
export function logText(text: string): string {
  return text
    .replace(secretParameters, '$1[hidden]')
    .replace(passwordInUrl, '$1[hidden]@')
    .replace(bearer, '$1[hidden]')
    .replace(signedToken, '[hidden]')
    .replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const STDOUT = 1;

/** One JSON line per event. Bodies and headers are never logged. */
export function loggerOptions(
  level: FileSettings['logLevel'],
  stream: LogStream | undefined,
): Pick<FastifyServerOptions, 'logger'> {
  const logger = {
    level,
    stream: stream ?? createLogStream({ fd: STDOUT }),
    redact: {
      paths: [
        'password',
        'token',
        'secret',
        'authorization',
        '*.password',
        '*.token',
        '*.secret',
        '*.authorization',
        '*.cookie',
      ],
      censor: '[hidden]',
    },
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: logText(request.url),
        remoteAddress: request.ip,
      }),
      err: (error: Error) => ({ ...namesOf(error), stack: logStack(error), ...causesOf(error) }),
    },
  };
  return { logger };
}

const MAX_CAUSES = 5;

function namesOf(error: Error): { readonly type: string; readonly message: string; readonly code?: string } {
  return {
    type: error.name,
    message: logText(error.message),
    ...('code' in error ? { code: logText(String(error.code)) } : {}),
  };
}

/** What lies behind an error, without which a `503` says that something is away and not why. */
function causesOf({ cause }: Error): { readonly causes?: readonly unknown[] } {
  const causes: unknown[] = [];
  for (let next = cause; next instanceof Error && causes.length < MAX_CAUSES; next = next.cause)
    causes.push(namesOf(next));
  return causes.length > 0 ? { causes } : {};
}

function logStack(error: Error): string {
  return (error.stack ?? '').split('\n').map(logText).join('\n');
}
