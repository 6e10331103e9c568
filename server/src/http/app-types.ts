import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Translator } from '@tessera/core/messages';
import type { Principal } from '../principal.ts';
import type { RoutePermission } from '../permissions.ts';

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** Schemas give the types: of what comes in as they say, of what goes out as data that nobody changes any more. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Frozen<Static<this['schema']>> : unknown;
}

/** The server as routes see it: schemas give the types of params, query and body. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, SchemaTypes>;

/** Which of the two error bodies a route answers with (see error-body.ts). */
export type ErrorShape = 'list' | 'message';

/** How the request showed who it is: the browser's cookie, a bearer token, or not at all. */
export type Credential = 'session' | 'token' | 'none';

/** A route as it was registered: the access test walks them. */
export type RegisteredRoute = {
  readonly method: string;
  readonly url: string;
  readonly permission: RoutePermission;
  readonly isPage: boolean;
};

export type SecurityEvent =
  | 'sign_in'
  | 'sign_out'
  | 'sign_in_failed'
  | 'password_refused'
  | 'sql_refused'
  | 'request_refused'
  | 'token_refused'
  | 'permission_refused'
  | 'account_changed'
  | 'admin_change'
  | 'password_changed'
  | 'setup_link_used'
  | 'access_given'
  | 'rule_changed'
  | 'guest_token_given'
  | 'viewed_as';
/** Writes a line to the security log. Texts among the fields may be anything that somebody sent. */
export type SecurityLog = (
  request: FastifyRequest,
  event: SecurityEvent,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/**
 * An orderly stop. It begins while the server still listens, so that balancers learn of it before a connection is
 * refused.
 */
export type Drain = {
  /**
   * From now on `/ready` is 503, and every answer asks its client for another connection. Requests are served as
   * before.
   */
  readonly begin: () => void;
  readonly isDraining: () => boolean;
};

declare module 'fastify' {
  interface FastifyInstance {
    readonly registeredRoutes: readonly RegisteredRoute[];
    readonly drain: Drain;
    readonly securityLog: SecurityLog;
  }
  interface FastifyRequest {
    principal: Principal;
    credential: Credential;
    /** The user whose view an administrator asked for; `principal` is that user then. */
    viewedAs: number | null;
    /** The reader's language, and how the reader writes numbers and dates. */
    readonly translator: Translator;
    /** Nonce of this answer's content security policy; made when a page is written. */
    cspNonce: string | null;
  }
  interface FastifyContextConfig {
    /** Checked before the handler; a route without it stops the start. */
    permission?: RoutePermission;
    /** Default `message`. */
    errorShape?: ErrorShape;
    /**
     * `exempt`: reads that are sent as POST. `form`: signs in, so that even nobody needs a token when a form is posted.
     * `header or form`: a posted form of a session carries the token inside.
     */
    csrf?: 'exempt' | 'form' | 'header or form';
    /** A POST without a token that is no read. */
    writes?: true;
    /** `unasked`: who sends the request does not matter, or the handler finds out; the principal is nobody. */
    identity?: 'unasked';
    /** What the security log calls a success of this route. */
    audited?: SecurityEvent;
    /** `large`: the route takes whole layouts and form data, so its bodies may be bigger. */
    body?: 'large';
    /** `false` keeps the route out of the OpenAPI document (pages, assets). */
    documented?: boolean;
  }
}
