/** The logo of the platform as an SVG drawing: an L with a coin. */
export function Wordmark({ height = 28, onDark = false }: { height?: number; onDark?: boolean }) {
  const ink = onDark ? 'var(--lapak-on-strong)' : 'var(--mantine-color-text)'
  return (
    <svg height={height} viewBox="0 0 116 32" role="img" aria-label="Lapak" style={{ display: 'block' }}>
      <rect
        width="32"
        height="32"
        rx="8"
        fill={onDark ? 'color-mix(in srgb, var(--lapak-on-strong) 15%, transparent)' : 'var(--lapak-strong)'}
      />
      <path d="M8 7.5h4.5V20H24v4.5H8z" fill="var(--lapak-on-strong)" />
      <circle cx="21.5" cy="11.5" r="4" fill="var(--lapak-coin)" />
      <g fill="none" stroke={ink} strokeWidth="3.2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M42.5 7.5v16H51" />
        <circle cx="59" cy="18.3" r="5.2" />
        <path d="M64.2 13.2v10.3" />
        <path d="M71 13.2v16" />
        <circle cx="76.2" cy="18.3" r="5.2" />
        <circle cx="91.6" cy="18.3" r="5.2" />
        <path d="M96.8 13.2v10.3" />
        <path d="M103.8 7.5v16M111.5 13.2l-7.200 6 7.700 4.300" />
      </g>
    </svg>
  )
}
