import LRU from 'zrender/lib/core/LRU.js';

let isGuarded = false;

/**
 * ECharts keeps widths of texts in plain objects: the text `__proto__` finds `Object.prototype` there, and gives it
 * `prev` and `next`. Names that every object has get keys of their own.
 */
export function guardEchartsCaches(): void {
  if (isGuarded) return;
  isGuarded = true;
  const { get, put } = LRU.prototype;
  LRU.prototype.get = function (key) {
    return get.call(this, ownKey(key));
  };
  LRU.prototype.put = function (key, value) {
    return put.call(this, ownKey(key), value);
  };
}

const ownKey = <Key extends string | number>(key: Key): string | Key => (key in Object.prototype ? `\0${key}` : key);
