import { MantineProvider, createTheme } from '@mantine/core';
import type { ReactNode } from 'react';
import '../tokens/fonts.css';
import '../tokens/mantine.css';
import '../tokens/tokens.css';
import '../tokens/base.css';
import '../tokens/first-paint.css';
import { themeMode, usePreferences } from '../common/preferences.ts';

const theme = createTheme({
  fontFamily: 'var(--ts-font)',
  respectReducedMotion: true,
  cursorType: 'pointer',
});

// The scroll lock of dialogs makes a style of its own and looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

/** Theme, and the nonce of the page for the few styles that are made at run time. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  const mode = usePreferences(themeMode);
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={mode}
      withCssVariables={false}
      withGlobalClasses={false}
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}

function styleNonce(): string {
  // Components are also drawn to text by tests, where there is no page.
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
