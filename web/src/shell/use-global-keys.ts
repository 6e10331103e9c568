import { useEffect, useRef } from 'react';
import { menus } from '@tessera/core/pages';
import { useNavigate } from 'react-router';
import { isTyping } from '../ui/lists/use-list-keys.ts';

type GlobalKeys = { readonly onPalette: () => void; readonly onKeyboardMap: () => void };

/** How long `g` waits for the second letter, in ms. */
const chordMs = 1200;

/** ⌘K or Ctrl+K opens the palette, `?` the keyboard map, `g` and a letter goes to a place. */
export function useGlobalKeys({ onPalette, onKeyboardMap }: GlobalKeys): void {
  const navigate = useNavigate();
  const chordUntil = useRef(0);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // An editor with keys of its own has taken it.
      if (event.defaultPrevented) return;
      if ((event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
        return;
      }
      if (
        event.metaKey ||
        event.ctrlKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector('[role="dialog"]') !== null
      )
        return;
      if (event.key === '?') {
        event.preventDefault();
        onKeyboardMap();
      } else if (event.timeStamp < chordUntil.current) {
        chordUntil.current = 0;
        const place = [menus.home, ...menus.main, ...menus.sql, ...menus.admin].find(
          (one) => one.key === event.key,
        )?.href;
        if (place === undefined) return;
        event.preventDefault();
        void navigate(place);
      } else if (event.key === 'g') {
        chordUntil.current = event.timeStamp + chordMs;
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

/** How the palette's keys are written on this machine. */
export function paletteKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
}
