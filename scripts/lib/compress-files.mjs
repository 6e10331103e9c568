import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const textual = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']);

/**
 * Write every text below a folder once more, compressed, beside itself as `<name>.br`: a server that has just started
 * has its processor for queries. The server compresses in the same way what has no such file.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => join(folder, name)).filter((file) => textual.has(extname(file)));
  await Promise.all(files.filter((file) => statSync(file).isFile()).map(compressFile));
}

/** @param {string} file */
async function compressFile(file) {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
}
