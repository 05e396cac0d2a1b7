import type { CompareFigures } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import { comparisonQuery } from '../compare/compareQueries.ts'
import { useFigures } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { OeeeOf, SpeedOf } from '../overview/lines/Figures.tsx'
import { OfTarget } from '../overview/OfTarget.tsx'
import type { ChosenClient } from '../session/chosenClient.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { linksOfList, useOneStop } from '../ui/useOneStop.ts'
import styles from './LineHeads.module.css'
import type { LaneRows, LaneSizes } from './laneRows.ts'
import type { Lane } from './lanes.ts'

/** So many products are named; of more their number is said. */
const mostProducts = 2

/** Over the lanes of each line its name, what is packed on it, and its figures of the window. */
export function LineHeads({
  rows,
  figures,
  isPast,
}: {
  rows: LaneRows
  figures: WindowFigures
  isPast: boolean
}) {
  return rows.heads.map(({ line, top, of }) => (
    <div key={line} className={styles.head} style={{ top }}>
      <Head line={line} lanes={of} figures={figures.get(line)} isPast={isPast} />
    </div>
  ))
}

function Head({
  line,
  lanes,
  figures,
  isPast,
}: {
  line: string
  lanes: readonly Lane[]
  figures: ReturnType<WindowFigures['get']>
  isPast: boolean
}) {
  const say = useTexts('lines')
  const sayCard = useTexts('overview')
  const products = [...new Set(lanes.map(({ end }) => end?.product ?? ''))].filter(Boolean)
  const words = products.map((product) => reportedText(product))
  const others = words.length - mostProducts
  return (
    <>
      <h2>{line || sayCard('noLine')}</h2>
      <span className={styles.products} title={words.join(', ')}>
        {words.slice(0, mostProducts).join(', ')}
        {others > 0 && ` ${say('more', { count: others })}`}
      </span>
      <span className={styles.figures}>
        {figures && (
          <>
            <span className={styles.further}>
              OEEE{' '}
              <b>
                <OeeeOf figures={figures} />
              </b>
            </span>
            <span className={styles.further}>
              {sayCard('packs', { count: formatCount(figures.metrics['Packs Produced']) })}
            </span>
          </>
        )}
        {!isPast && (
          <span>
            <SpeedOf {...speedOf(lanes)} />
          </span>
        )}
      </span>
    </>
  )
}

/** Packs per minute of all machines at the end of the window, and of all targets where each machine that packs has one. */
function speedOf(lanes: readonly Lane[]) {
  const sum = (values: readonly (number | null | undefined)[]) =>
    values.reduce<number>((all, value) => all + (value ?? 0), 0)
  const targets = lanes.map(({ target }) => target)
  return {
    speed: sum(lanes.map(({ end }) => end?.ppm)),
    target: targets.includes(null) ? null : sum(targets),
  }
}

/**
 * Beside each lane its machine, with what it does now, or in a window that is over with its figures; names lead to its page in this
 * window.
 */
export function LaneNames({
  lanes,
  rows,
  sizes,
  clientId,
  filter,
  figures,
}: {
  lanes: readonly Lane[]
  rows: LaneRows
  sizes: LaneSizes
  clientId: number
  filter: ProductionFilter
  /** null: the window reaches to the present. */
  figures: WindowFigures | null
}) {
  const oneStop = useOneStop<HTMLUListElement>(linksOfList)
  return (
    <ul ref={oneStop} className={styles.names} style={{ height: rows.height }}>
      {lanes.map((lane, row) => (
        <li
          key={lane.serialNo}
          style={{ top: rows.tops[row], height: sizes.lane }}
          data-past={figures !== null}
        >
          {figures === null && <Shape end={lane.end} />}
          <Link
            to="/admin/productionData/$clientId/$machineId"
            params={{ clientId: String(clientId), machineId: lane.serialNo }}
            search={searchOfFilter(filter)}
            title={lane.serialNo}
          >
            {lane.serialNo}
          </Link>
          {figures === null ? <Now lane={lane} /> : <Then figures={figures.get(lane.serialNo)} />}
        </li>
      ))}
    </ul>
  )
}

const lookOf = (end: Lane['end']) => ({
  band: bandLooks[shownBand(end?.state ?? 0, end === null)],
  shape: shownShape(end?.state ?? 0, end === null),
})

function Shape({ end }: Pick<Lane, 'end'>) {
  const { band, shape } = lookOf(end)
  return (
    <span className={styles.shape} style={{ color: band.chipColour }} data-chart-key>
      <Glyph shape={shape} size={14} />
    </span>
  )
}

function Now({ lane: { end, target } }: { lane: Lane }) {
  const sayOfStates = useTexts('states')
  return (
    <>
      <small className={styles.state}>
        {end ? stateWord(end.state, sayOfStates) : sayOfStates('offline')}
      </small>
      {end && end.ppm !== null && (
        <span className={styles.speed}>
          <b>{formatCount(end.ppm)}</b>
          <OfTarget target={target} />
        </span>
      )}
    </>
  )
}

/** What a machine made in a window that is over. */
function Then({ figures }: { figures: CompareFigures | undefined }) {
  const say = useTexts('production')
  if (!figures) return null
  return (
    <>
      <small className={styles.state}>
        OEEE <OeeeOf figures={figures} />
      </small>
      <span className={styles.speed}>
        <b>{formatCount(figures.metrics['Packs Produced'])}</b>
        <small>{say('packsUnit')}</small>
      </span>
    </>
  )
}

/** By line or machine the figures of the window, as Compare has them. */
export type WindowFigures = ReadonlyMap<string, CompareFigures>

const none: WindowFigures = new Map()

/** Empty until they are there, where they could not be read, and for clients without premium, who compare one machine (D51). */
export function useWindowFigures(
  client: ChosenClient,
  by: 'line' | 'machine',
  filter: ProductionFilter,
  enabled: boolean,
): WindowFigures {
  const isPremium = client.subscriptionLabel === 'premium'
  const scope = { clientId: client.id, by, withBefore: false, withLengths: false }
  const { query } = useFigures(comparisonQuery(scope, filter, enabled && isPremium))
  // Those of another window stand beside no lanes of this one.
  const rows = query.isPlaceholderData ? undefined : query.data?.rows
  return rows ? new Map(rows.map(({ key, figures }) => [key, figures])) : none
}
