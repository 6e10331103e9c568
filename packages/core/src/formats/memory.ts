const DECIMAL = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];
const BINARY = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'];

/** A number of bytes with two decimals at most: `12.35kB`, `1.4GiB`. */
export function formatMemory(bytes: number, system: 'decimal' | 'binary'): string {
  const [base, units] = system === 'binary' ? [1024, BINARY] : [1000, DECIMAL];
  const size = Math.abs(bytes);
  const power = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(size) / Math.log(base)));
  const value = Number((size / base ** power).toFixed(2));
  return `${bytes < 0 ? '-' : ''}${value}${units[power] ?? ''}`;
}
