import type { Engine, Namespace } from './engine.ts';

/** The engine as queries see it that look for bare names in another place than the connection does. */
export function inNamespace(engine: Engine, namespace: Namespace): Engine {
  return {
    ...engine,
    run: (query, options) => engine.run(query, { ...options, namespace }),
    stream: (query, options) => engine.stream(query, { ...options, namespace }),
  };
}
