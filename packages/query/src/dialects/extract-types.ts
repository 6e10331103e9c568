/** Types of the embedded engine by types of another database: the first pattern that fits the upper-case name. */
export function extractTypes(
  rules: readonly (readonly [RegExp, string | ((found: RegExpExecArray) => string)])[],
): (type: string) => string | null {
  return (type) => {
    const name = type.trim().toUpperCase();
    for (const [pattern, kept] of rules) {
      const found = pattern.exec(name);
      if (found) return typeof kept === 'string' ? kept : kept(found);
    }
    return null;
  };
}
