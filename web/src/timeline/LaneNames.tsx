import { Link } from '@tanstack/react-router'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { OfTarget } from '../overview/OfTarget.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { linksOfList, useOneStop } from '../ui/useOneStop.ts'
import styles from './LaneNames.module.css'
import type { LaneRows, LaneSizes } from './laneRows.ts'
import type { Lane } from './lanes.ts'

/** Beside each lane its machine, with what it does at the end of the window; names lead to its page in this window. */
export function LaneNames({
  lanes,
  rows,
  sizes,
  clientId,
  filter,
}: {
  lanes: readonly Lane[]
  rows: LaneRows
  sizes: LaneSizes
  clientId: number
  filter: ProductionFilter
}) {
  const oneStop = useOneStop<HTMLUListElement>(linksOfList)
  return (
    <ul ref={oneStop} className={styles.names} style={{ height: rows.height }}>
      {lanes.map((lane, row) => (
        <li key={lane.serialNo} style={{ top: rows.tops[row], height: sizes.lane }}>
          <Shape end={lane.end} />
          <Link
            to="/admin/productionData/$clientId/$machineId"
            params={{ clientId: String(clientId), machineId: lane.serialNo }}
            search={searchOfFilter(filter)}
            title={lane.serialNo}
          >
            {lane.serialNo}
          </Link>
          <Now lane={lane} />
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
