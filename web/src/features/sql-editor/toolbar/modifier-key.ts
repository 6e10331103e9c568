/** What the key of commands is called on this machine. */
export function modifierKey(): '⌘' | 'Ctrl' {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
