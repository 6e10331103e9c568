/** The product mark: four tiles in the accent. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="var(--ts-accent)" aria-hidden>
      <rect x="2" y="2" width="12" height="9" rx="2" />
      <rect x="16" y="2" width="6" height="9" rx="2" opacity=".55" />
      <rect x="2" y="13" width="6" height="9" rx="2" opacity=".35" />
      <rect x="10" y="13" width="12" height="9" rx="2" opacity=".75" />
    </svg>
  );
}
