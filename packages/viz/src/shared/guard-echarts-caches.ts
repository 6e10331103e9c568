import LRU from 'zrender/lib/core/LRU.js';

let isGuarded = false;

/**
 * ECharts keeps widths of texts in plain objects: the text `__proto__` finds `Object.prototype` there, and gives it
 * `prev` and `next`. Names that every object has get keys of their own.
 */
export function guardEchartsCaches(): void {
  if (isGuarded) return;
  isGuarded = true;
  for (const name of ['get', 'put'] as const)
    Reflect.set(
      LRU.prototype,
      name,
      new Proxy(LRU.prototype[name], {
        apply: (method, cache, [key, ...rest]: [string | number]) =>
          Reflect.apply(method, cache, [ownKey(key), ...rest]),
      }),
    );
}

const ownKey = <Key extends string | number>(key: Key): string | Key => (key in Object.prototype ? `\0${key}` : key);
