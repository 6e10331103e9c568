import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * A component whose code comes when it is first shown, and stays.
 *
 * Not `lazy` with `Suspense`: React holds back what was suspended for a third of a second, and a person who pressed a
 * key waits for it. Code that cannot be fetched is an error of the panel around it.
 *
 * @param fallback  What stands in its place meanwhile; of the same size where it has one.
 * @returns         The component. `preload` fetches the code ahead, so that it is here when the network is not.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: (props: Props) => ReactNode = () => null) {
  let known: ComponentType<Props> | null = null;

  function OnDemand(props: Props): ReactNode {
    const [part, setPart] = useState<{ readonly Part: ComponentType<Props> | null; readonly failed: boolean; readonly error: unknown }>({ Part: known, failed: false, error: null });
    const { Part, failed, error } = part;
    useEffect(() => {
      if (Part !== null) return;
      let shown = true;
      load().then(
        (Loaded) => {
          known = Loaded;
          if (shown) setPart({ Part: Loaded, failed: false, error: null });
        },
        (cause: unknown) => {
          if (shown) setPart({ Part: null, failed: true, error: cause });
        },
      );
      return () => {
        shown = false;
      };
    }, [Part]);
    if (failed) throw error;
    return Part === null ? fallback(props) : <Part {...props} />;
  }

  const preload = (): void => {
    load().then(
      (Loaded) => {
        known = Loaded;
      },
      // It is asked for again, and then said, when somebody needs it.
      () => undefined,
    );
  };
  return Object.assign(OnDemand, { preload });
}
