/** The little pictures of the home tiles. */

/** The cards of the overview: the colours of mark and frame, and the marks of the strip as left edge, width, height, colour. */
const cards = [
  { mark: '--go-quiet', strip: [[20, 2, 8, '--line']] },
  { mark: '--go-quiet', strip: [[25, 2, 8, '--line']] },
  {
    mark: '--line',
    strip: [
      [64, 8, 8, '--line'],
      [30, 2, 8, '--line'],
    ],
  },
  { mark: '--go-quiet', strip: [[35, 2, 8, '--line']] },
  {
    mark: '--stop',
    frame: '--stop',
    strip: [
      [64, 8, 10, '--stop'],
      [40, 2, 8, '--line'],
    ],
  },
  { mark: '--go-quiet', strip: [[45, 2, 8, '--line']] },
  {
    mark: '--hold',
    strip: [
      [64, 8, 8, '--hold'],
      [20, 2, 8, '--line'],
    ],
  },
  { mark: '--art-4', strip: null },
] as const satisfies readonly {
  mark: string
  frame?: string
  strip: readonly (readonly [x: number, width: number, height: number, colour: string])[] | null
}[]

export function DashboardPicture() {
  return (
    <svg width="100%" viewBox="0 0 348 128" aria-hidden="true">
      {cards.map((card, index) => {
        const x = (index % 4) * 88
        const y = Math.floor(index / 4) * 68
        const frame = `var(${'frame' in card ? card.frame : '--line-2'})`
        return (
          <g key={`${x} ${y}`}>
            <Ground x={x} y={y} width={79} height={59} stroke={frame} />
            <rect x={x + 8} y={y + 8} width="12" height="12" rx="3" fill={`var(${card.mark})`} />
            <rect x={x + 26} y={y + 9} width="30" height="4" rx="2" fill="var(--art-2)" />
            <rect x={x + 26} y={y + 16} width="18" height="3" rx="1.5" fill="var(--art-3)" />
            <rect x={x + 8} y={y + 29} width="22" height="9" rx="2" fill="var(--line-4)" />
            {card.strip && (
              <rect x={x + 8} y={y + 47} width="64" height="4" fill="var(--go-quiet)" />
            )}
            {card.strip?.map(([left, width, height, colour]) => (
              <rect
                key={left}
                x={x + left}
                y={y + (height === 10 ? 41 : 43)}
                {...{ width, height }}
                fill={`var(${colour})`}
              />
            ))}
          </g>
        )
      })}
    </svg>
  )
}

/** Where the bars of the days begin, from above. */
const bars = [56, 40, 48, 32, 64, 26, 38, 22, 30, 58, 28, 14]

export function DaySummaryPicture() {
  return (
    <svg width="100%" viewBox="0 0 348 128" aria-hidden="true">
      {bars.map((y, index) => (
        <rect
          key={y}
          x={4 + index * 29}
          y={y}
          width="18"
          height={118 - y}
          rx="3"
          fill={index === bars.length - 1 ? 'var(--text-1)' : 'var(--art-5)'}
        />
      ))}
      <path d="M0 124.5h348" stroke="var(--line-2)" />
      <path
        d="M13 59.36L42 47.84L71 53.6L100 42.080000000000005L129 65.12L158 37.760000000000005L187 46.400000000000006L216 34.879999999999995L245 40.64L274 60.800000000000004L303 39.2L332 29.120000000000005"
        fill="none"
        stroke="var(--line-4)"
        strokeWidth="1.5"
        strokeDasharray="3 3"
      />
    </svg>
  )
}

/** The rows of a table: how wide the texts of the first and second column are. */
const rows = [
  [64, 50],
  [78, 38],
  [52, 58],
  [70, 44],
] as const

export function PanelPicture() {
  return (
    <svg width="100%" viewBox="0 0 348 128" aria-hidden="true">
      {rows.map(([name, more], index) => {
        const y = index * 33
        return (
          <g key={y}>
            <Ground x={0} y={y} width={347} height={25} stroke="var(--line-2)" />
            <circle cx="17" cy={y + 13} r="6" fill="var(--art-4)" />
            <rect x="32" y={y + 11} width={name} height="4" rx="2" fill="var(--line-4)" />
            <rect x="140" y={y + 11} width={more} height="4" rx="2" fill="var(--art-4)" />
            <rect
              x="226"
              y={y + 8}
              width="44"
              height="10"
              rx="5"
              fill="none"
              stroke="var(--art-2)"
            />
            <path
              d={`M306 ${y + 16}l6-6 3 3-6 6h-3zM328 ${y + 10}h8M330 ${y + 10}v7h4v-7`}
              fill="none"
              stroke="var(--art-2)"
              strokeWidth="1.3"
            />
          </g>
        )
      })}
    </svg>
  )
}

/** What a card or a row lies on: its frame is a hairline on whole pixels. */
function Ground({
  x,
  y,
  ...rest
}: {
  x: number
  y: number
  width: number
  height: number
  stroke: string
}) {
  return <rect x={x + 0.5} y={y + 0.5} rx="6" fill="var(--art-ground)" {...rest} />
}
