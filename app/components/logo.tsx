/** Renders the logo of the panel in the accent colour. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path
        d="M16 25s-8.5-5-8.5-11.2A4.8 4.8 0 0 1 16 11a4.8 4.8 0 0 1 8.5 2.8C24.5 20 16 25 16 25Z"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.2"
        strokeLinejoin="round"
      />
      <path
        d="M12.5 15h7M12.5 18.5h7"
        stroke="var(--on-accent)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
