type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text field of a node. */
export function textAt(node: Node, key: string): string | undefined {
  const value = node[key];
  return typeof value === 'string' ? value : undefined;
}

/** Visit every object of a tree of JSON, those around before those inside; without recursion, however deep it is. */
export function walk(root: unknown, visit: (node: Node, key: string) => void): void {
  const pending: { readonly key: string; readonly value: unknown }[] = [{ key: '', value: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { key, value } = next;
    if (Array.isArray(value)) for (const item of value as readonly unknown[]) pending.push({ key, value: item });
    else if (isNode(value)) {
      visit(value, key);
      for (const [name, inner] of Object.entries(value))
        if (typeof inner === 'object') pending.push({ key: name, value: inner });
    }
  }
}

/**
 * Whether a path is a parameter of a lambda. What follows one may be a field of it, or a column of a table of its name:
 * nobody takes that for a parameter.
 */
export function isParameter(path: readonly string[], parameters: readonly string[]): boolean {
  return path.length === 1 && parameters.includes(path[0] ?? '');
}
