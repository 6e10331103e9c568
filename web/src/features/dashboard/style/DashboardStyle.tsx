import { useEffect } from 'react';
import { useDashboard } from '../DashboardProvider.tsx';

/** Style that the author of a dashboard wrote, within it and nowhere else; what reads it comes where there is some. */
export function DashboardStyle({ scope }: { readonly scope: string }) {
  const css = useDashboard((state) => state.history.present.properties.css);
  useEffect(() => {
    if (css.trim() === '') return;
    const sheet = new CSSStyleSheet();
    let isHere = true;
    import('./scoped-css.ts').then(
      ({ scopedCss }) => isHere && sheet.replaceSync(scopedCss(css, scope).text),
      // Without a connection the dashboard is shown without it.
      () => undefined,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      isHere = false;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [css, scope]);
  return null;
}
