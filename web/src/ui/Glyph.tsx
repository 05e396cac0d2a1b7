/** The shapes of the state vocabulary: colour is never the only sign. */
export type GlyphShape = 'square' | 'play' | 'playHollow' | 'pause' | 'diamond' | 'slash'

export function Glyph({
  shape,
  size,
  className,
}: {
  shape: GlyphShape
  size: number
  className?: string | undefined
}) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" className={className}>
      {paths[shape]}
    </svg>
  )
}

const play =
  'M3.8 2.7v10.6a.8.8 0 0 0 1.22.68l8.5-5.3a.8.8 0 0 0 0-1.36l-8.5-5.3a.8.8 0 0 0-1.22.68Z'

const paths = {
  square: <rect x="2.5" y="2.5" width="11" height="11" rx="1.8" fill="currentColor" />,
  play: <path d={play} fill="currentColor" />,
  playHollow: (
    <path
      d="M4.6 3.3v9.4a.6.6 0 0 0 .92.5l7.2-4.7a.6.6 0 0 0 0-1L5.52 2.8a.6.6 0 0 0-.92.5Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinejoin="round"
    />
  ),
  pause: (
    <>
      <rect x="3" y="2.5" width="3.8" height="11" rx="1.2" fill="currentColor" />
      <rect x="9.2" y="2.5" width="3.8" height="11" rx="1.2" fill="currentColor" />
    </>
  ),
  diamond: (
    <path
      d="M7.3 1.5a1 1 0 0 1 1.4 0l5.8 5.8a1 1 0 0 1 0 1.4l-5.8 5.8a1 1 0 0 1-1.4 0L1.5 8.7a1 1 0 0 1 0-1.4Z"
      fill="currentColor"
    />
  ),
  slash: (
    <>
      <circle cx="8" cy="8" r="5.4" fill="none" stroke="currentColor" strokeWidth="1.7" />
      <path d="M4.3 11.7l7.4-7.4" stroke="currentColor" strokeWidth="1.7" />
    </>
  ),
}
