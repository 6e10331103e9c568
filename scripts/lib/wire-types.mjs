import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './paths.mjs';

/** Calls and types whose argument is the shape of an answer. */
const answers = new Set(['request', 'requestAnswer', 'listOf', 'ListAnswer', 'Result']);
const contract = '@tessera/server/contract';

/**
 * Where a file of the browser writes down what the server sends or takes instead of naming the type of the contract:
 * a field in snake case, or an answer that is described where it is asked for.
 * @param {string} path
 * @param {string} text
 * @returns {string[]} a sentence each
 */
export function restatedTypes(path, text) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const tell = (node, what) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${path}:${line + 1} ${what}; take the type from ${contract}.`);
  };
  const visit = (node) => {
    if (ts.isPropertySignature(node) && /^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(node.name.getText().replaceAll(/['"]/g, '')))
      tell(node, `declares the field ${node.name.getText()}`);
    const name = ts.isCallExpression(node) ? node.expression : ts.isTypeReferenceNode(node) ? node.typeName : null;
    if (name && answers.has(name.getText()))
      for (const argument of node.typeArguments ?? [])
        if (holdsLiteral(argument)) tell(argument, `describes an answer of ${name.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function holdsLiteral(node) {
  return ts.isTypeLiteralNode(node) || (ts.forEachChild(node, (child) => holdsLiteral(child) || undefined) ?? false);
}

if (import.meta.main ?? process.argv[1]?.endsWith('wire-types.mjs')) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'web/src'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
  const found = files.flatMap((path) => {
    try {
      return restatedTypes(path, readFileSync(join(root, path), 'utf8'));
    } catch (error) {
      if (error.code === 'ENOENT') return []; // deleted and not committed yet
      throw error;
    }
  });
  for (const line of found) console.log(line);
  process.exit(found.length === 0 ? 0 : 1);
}
