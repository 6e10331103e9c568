import { useEffect, useState } from 'react';

/**
 * Whether the first drawing is over. The library reads what has the focus when something opens, to return it there;
 * what comes open would miss that.
 */
export function useAfterMount(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => setAfter(true), []);
  return isAfter;
}
