import type { Server } from 'node:http';
import fastify, { LogController, type FastifyHttpOptions } from 'fastify';
import { AppError } from '@tessera/core/errors/app-error';
import type { Config } from '../config.ts';
import type { Gauge } from '../gauge.ts';
import { trustOf } from '../proxies.ts';
import { createAccessLog } from './access-log.ts';
import type { App, SchemaTypes } from './app-types.ts';
import { registerBodyParsers } from './body-parsers.ts';
import { registerCompression } from './compress.ts';
import { registerDrain } from './drain.ts';
import { errorBody } from './error-body.ts';
import { registerErrors } from './errors.ts';
import type { FindUser } from './view-as.ts';
import { guardRoutes, type Authenticate } from './guard.ts';
import { registerHeaders, securityHeaders } from './headers.ts';
import { registerHostCheck } from './host-header.ts';
import { createLanguages, registerLanguages } from './languages.ts';
import { loggerOptions } from './logging.ts';
import { registerMetrics } from './metrics.ts';
import { collectOperations, registerOpenApi } from './openapi.ts';
import { createPages, pageLimits, type PageLimits, type PaintPage } from './pages.ts';
import { registerProbes, type ReadinessCheck } from './probes.ts';
import { requestIdOf, traceOf } from './request-id.ts';
import { responseSerializer } from './response-check.ts';
import { createSecurityLog } from './security-log.ts';
import { listStaticFiles, registerStaticFiles } from './static-files.ts';
import { boundUnreadAnswers, createUnreadAnswers, type UnreadAnswers } from './unread-answers.ts';
import { registerTicks } from './ticks.ts';
import { validatorCompiler } from './validation.ts';

/** Browsers open connections ahead of need and use them within seconds. */
const SILENCE_MS = 30_000;
/** A request has come whole by then, however large. */
const REQUEST_MS = 60_000;

type Needs = {
  readonly config: Pick<Config, 'logLevel' | 'trustProxy' | 'bodyLimitKb' | 'largeBodyLimitKb' | 'metricsToken'> &
    Partial<PageLimits> &
    Partial<Pick<Config, 'accessLog'>> & { readonly baseUrl?: string | null };
  readonly authenticate: Authenticate;
  /** Users as whom an administrator may read; without it nobody. */
  readonly findUser?: FindUser | undefined;
  readonly ready: readonly ReadinessCheck[];
  /** Folder of the built web app; null serves the API alone. */
  readonly webRoot: string | null;
  /** Folder of more catalogues than those of the build; tests have theirs. */
  readonly messagesRoot?: string | null;
  readonly logStream?: { readonly write: (line: string) => void };
  /** Compare every answer with the schema of its route; tests do. */
  readonly checkResponses?: boolean;
  /** What waits to be read by clients; shared with whoever holds answers before they are sent. */
  readonly unread?: UnreadAnswers;
  /** What a dashboard shows before its scripts run. */
  readonly paint?: PaintPage;
  /** Figures of other rooms for /metrics. */
  readonly gauges?: readonly Gauge[];
};

/** The server without its resources: everything that holds for each request, whatever it asks. */
export function createServer({
  config,
  authenticate,
  findUser,
  ready,
  webRoot,
  messagesRoot = null,
  logStream,
  checkResponses = false,
  gauges = [],
  paint,
  unread = createUnreadAnswers({ maxBytes: Infinity }),
}: Needs): App {
  const options: FastifyHttpOptions<Server> = {
    ...loggerOptions(config.logLevel, logStream),
    genReqId: requestIdOf,
    childLoggerFactory: (logger, bindings, opts, raw) => logger.child({ ...bindings, ...traceOf(raw) }, opts),
    // Line noise of the framework at each request; access-log.ts writes a line for each where that is wanted, errors.ts
    // the failures.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: config.bodyLimitKb * 1024,
    requestTimeout: REQUEST_MS,
    // Left to itself the server looks for requests beyond their time every 30 s.
    // A request without a Host is refused in words, and not by the parser.
    http: { connectionsCheckingInterval: 5_000, requireHostHeader: false },
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // Addresses that cannot even be read name nothing; they come here before any hook.
    frameworkErrors: (_error, request, reply) => {
      accessLog.watch(request, reply);
      reply
        .hijack()
        .raw.writeHead(404, { ...securityHeaders, 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(errorBody(new AppError('not_found', {}), 'list')));
    },
    // The other name of the prefix, so that moved links and scripts keep working.
    rewriteUrl: (request) => (request.url ?? '/').replace(/^\/superset(?=\/|$)/, '/tessera'),
  };
  const app: App = fastify(options).withTypeProvider<SchemaTypes>();
  const accessLog = createAccessLog(app, config.accessLog ?? false);
  endSilentConnections(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(responseSerializer(checkResponses));

  const files = new Map([
    ...(webRoot === null ? [] : listStaticFiles(webRoot)),
    ...(messagesRoot === null ? [] : listStaticFiles(messagesRoot, '/messages')),
  ]);
  const pages = createPages(files, pageLimits(config), paint);
  app.addHook('onRoute', (route) => {
    if (route.config?.body === 'large') route.bodyLimit = config.largeBodyLimitKb * 1024;
  });
  const document = collectOperations(app);
  registerBodyParsers(app);
  registerLanguages(app, createLanguages(files));
  registerHeaders(app);
  registerHostCheck(app);
  app.decorate('securityLog', createSecurityLog(app));
  guardRoutes(app, authenticate, config.baseUrl ?? null, findUser);
  registerTicks(app);
  registerCompression(app);
  boundUnreadAnswers(app, unread);
  registerErrors(app, pages.show);
  registerMetrics(app, { token: config.metricsToken, authenticate, gauges });
  const drain = registerDrain(app);
  app.decorate('drain', drain);
  registerProbes(app, ready, drain);
  registerOpenApi(app, document);
  if (webRoot !== null) registerStaticFiles(app, files);
  pages.register(app);
  return app;
}

/**
 * The timeouts of requests begin with their first byte; whoever connects and sends none would keep the connection for
 * ever.
 */
function endSilentConnections(app: App): void {
  app.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.bytesRead === 0 && socket.destroy(), SILENCE_MS);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  });
}
