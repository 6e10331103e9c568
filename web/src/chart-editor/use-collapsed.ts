import { useState } from 'react';

/** Whether a column is folded away; the browser stores it. */
export function useCollapsed(name: string): { readonly isCollapsed: boolean; readonly toggle: () => void } {
  const key = `tessera.explore.collapsed.${name}`;
  const [isCollapsed, setCollapsed] = useState(() => {
    try {
      return localStorage.getItem(key) === '1';
    } catch {
      return false;
    }
  });
  const toggle = () => {
    setCollapsed(!isCollapsed);
    try {
      localStorage.setItem(key, isCollapsed ? '0' : '1');
    } catch {
      // A private window stores it as long as the page lasts.
    }
  };
  return { isCollapsed, toggle };
}
