import type { Engine, Namespace } from './engine.ts';

/** The engine as queries see it that look for bare names in another place than the connection does. */
export function inNamespace(engine: Engine, namespace: Namespace): Engine {
  if (isUsualPlace(engine, namespace)) return engine;
  return {
    ...engine,
    run: (query, options) => engine.run(query, { ...options, namespace }),
    stream: (query, options) => engine.stream(query, { ...options, namespace }),
    describe: (sql, signal) => engine.describe(sql, signal, namespace),
  };
}

/** The connection looks there by itself. */
function isUsualPlace({ defaultSchema }: Pick<Engine, 'defaultSchema'>, { catalog, schema }: Namespace): boolean {
  return catalog === null && (schema === null || schema === defaultSchema);
}
