import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

const STANDALONE = 'standalone';

/** The dashboard alone on the screen: without the bar of the product and, where it allows it, of the browser. */
export function useFullscreen(): { readonly isOn: boolean; readonly toggle: () => void } {
  const [parameters, setParameters] = useSearchParams();
  const isOn = (parameters.get(STANDALONE) ?? '0') !== '0';
  const set = (on: boolean) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (on) next.set(STANDALONE, '1');
        else next.delete(STANDALONE);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  useEffect(() => {
    // The browser's own way out is a way out of both.
    const onChange = () => {
      if (document.fullscreenElement === null && isOn)
        setParameters(
          (before) => {
            const next = new URLSearchParams(before);
            next.delete(STANDALONE);
            return next;
          },
          { replace: true, preventScrollReset: true },
        );
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [isOn, setParameters]);
  const toggle = () => {
    set(!isOn);
    // A frame may not be allowed to; the page without the bar is full enough then.
    if (isOn) void document.exitFullscreen?.().catch(() => undefined);
    else void document.documentElement.requestFullscreen?.().catch(() => undefined);
  };
  return { isOn, toggle };
}
