import type { BridgeAnswer, LossWindow } from '@packboard/contract'
import type { BridgeBar } from '@packboard/model'
import { formatDay, wallTime } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { useFigures } from '../filter/figureQuery.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { formatCount, formatDecimals } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconX } from '../icons/icons.ts'
import { type StopSelection, searchOfSelection } from '../stops/stopSearch.ts'
import { Loadable } from '../ui/Loadable.tsx'
import styles from './Losses.module.css'
import { lossTime } from './LossTable.tsx'
import { lossId, lossText, signedPoints, stopsOfLoss } from './lossNames.ts'
import { type LossRows, type LossSide, listedStops, lossStopsQuery } from './lossQueries.ts'

type Side = LossSide & { readonly name: string }

/** One bar of a bridge: both sides in numbers, the stops or the terms that it is the sum of, and how it is worked out. */
export function BarDetail({
  answer,
  bar,
  rows,
  sides,
  reasonName,
  close,
}: {
  answer: BridgeAnswer
  bar: BridgeBar
  rows: LossRows
  sides: { readonly now: Side; readonly before: Side }
  reasonName: (id: string) => string
  close: () => void
}) {
  const say = useTexts('losses')
  const { name, more } = lossText(bar, reasonName)
  const selection = stopsOfLoss(bar, rows)
  const { now, before } = bar
  const share = (percent: number) => `${formatDecimals(percent, 2)} %`
  return (
    <aside className={`panel ${styles.detail}`} aria-label={name}>
      <div className={styles.detailHead}>
        <h2>
          {name}
          {more && <small>{more}</small>}
        </h2>
        <b>{say('pointsUnit', { points: signedPoints(bar.printed) })}</b>
        <button type="button" aria-label={say('closeBar')} title={say('closeBar')} onClick={close}>
          <IconX size={18} />
        </button>
      </div>
      <table className={styles.sides}>
        <thead>
          <tr>
            <td />
            <th scope="col">{sides.now.name}</th>
            <th scope="col">{sides.before.name}</th>
          </tr>
        </thead>
        <tbody>
          {now.stops !== null && before.stops !== null && (
            <tr>
              <th scope="row">{say('stops')}</th>
              <td>{formatCount(now.stops)}</td>
              <td>{formatCount(before.stops)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">{say('time')}</th>
            <td>{lossTime(now.seconds)}</td>
            <td>{lossTime(before.seconds)}</td>
          </tr>
          <tr>
            <th scope="row">{say('lostPacks')}</th>
            <td>{formatCount(now.lostPacks)}</td>
            <td>{formatCount(before.lostPacks)}</td>
          </tr>
        </tbody>
      </table>
      {bar.kind === 'other' && <Smaller {...{ answer, reasonName }} />}
      {bar.kind === 'speed' && <Terms {...{ answer, sides }} of="speed" />}
      {bar.kind === 'reject' && <Terms {...{ answer, sides }} of="reject" />}
      {selection && (
        <>
          <SideStops side={sides.now} selection={selection} />
          <SideStops side={sides.before} selection={selection} />
        </>
      )}
      <p className={styles.arithmetic}>
        {say('arithmetic', {
          now: formatDecimals(now.seconds, 0, 3),
          plannedNow: formatDecimals(answer.now.plannedSeconds, 0, 3),
          shareNow: share(now.share),
          before: formatDecimals(before.seconds, 0, 3),
          plannedBefore: formatDecimals(answer.before?.plannedSeconds ?? 0, 0, 3),
          shareBefore: share(before.share),
        })}
      </p>
      <Ways side={sides.now} selection={selection} />
    </aside>
  )
}

function Ways({ side, selection }: { side: Side; selection: StopSelection | null }) {
  const say = useTexts('losses')
  const { clientId, filter } = side
  const search = { ...searchOfFilter(filter), client: clientId }
  const { machine: _, ...window } = search
  return (
    <div className={styles.ways} data-screen-only>
      {selection && (
        <Link
          to="/admin/stops"
          search={{ ...search, ...searchOfSelection(selection) }}
          className={styles.way}
        >
          {say('openStops')}
        </Link>
      )}
      <Link to="/admin/timeline" search={window} className={styles.way}>
        {say('timeline')}
      </Link>
    </div>
  )
}

/** The longest stops of one side, with the sum of all of them. */
function SideStops({ side, selection }: { side: Side; selection: StopSelection }) {
  const say = useTexts('losses')
  const sayStops = useTexts('stops')
  const { query } = useFigures(lossStopsQuery(side, selection))
  const { zone } = side.filter
  return (
    <Loadable query={query} isEmpty={() => false}>
      {({ stops, count }) =>
        count === 0 ? (
          <p className={styles.listed}>{say('noStops', { window: side.name })}</p>
        ) : (
          <>
            <h3 className={styles.listed}>
              {side.name}
              {count > listedStops && (
                <small>{say('listed', { count: listedStops, all: formatCount(count) })}</small>
              )}
            </h3>
            <table className={styles.stops}>
              <thead>
                <tr>
                  <th scope="col">{say('start')}</th>
                  <th scope="col">{say('machine')}</th>
                  <th scope="col">{say('length')}</th>
                  <th scope="col">{say('lostPacks')}</th>
                </tr>
              </thead>
              <tbody>
                {stops.map((stop) => (
                  <tr key={`${stop.machine} ${stop.start.getTime()}`}>
                    <td>
                      {formatDay(stop.start, zone).slice(0, 5)} {wallTime(stop.start, zone).time}
                    </td>
                    <td>{stop.machine}</td>
                    <td>{lossTime(stop.seconds)}</td>
                    <td>{formatCount(stop.lostPacks)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row" colSpan={2}>
                    {sayStops('count', { count })}
                  </th>
                  <td />
                  <td />
                </tr>
              </tfoot>
            </table>
          </>
        )
      }
    </Loadable>
  )
}

/** What is in *Other*: the losses of both windows without a bar of their own. */
function Smaller({
  answer,
  reasonName,
}: {
  answer: BridgeAnswer
  reasonName: (id: string) => string
}) {
  const say = useTexts('losses')
  const shown = new Set(answer.bars.map(lossId))
  const shareOf = (side: LossWindow | null) =>
    new Map(side?.losses.map((loss) => [lossId(loss), loss]))
  const [now, before] = [shareOf(answer.now), shareOf(answer.before)]
  const small = [...new Map([...before, ...now])].filter(([id]) => !shown.has(id))
  const points = (id: string) => (before.get(id)?.share ?? 0) - (now.get(id)?.share ?? 0)
  return (
    <>
      <p className={styles.listed}>{say('smaller')}</p>
      <table className={styles.stops}>
        <tbody>
          {small
            .toSorted(([a], [b]) => Math.abs(points(b)) - Math.abs(points(a)))
            .map(([id, loss]) => (
              <tr key={id}>
                <th scope="row">{lossText(loss, reasonName).name}</th>
                <td>{say('pointsUnit', { points: signedPoints(points(id), 3) })}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  )
}

/** Speed loss or rejects of both sides, by machine and product. */
function Terms({
  answer,
  sides,
  of,
}: {
  answer: BridgeAnswer
  sides: { readonly now: Side; readonly before: Side }
  of: 'speed' | 'reject'
}) {
  const say = useTexts('losses')
  const lossOf = ({ runSeconds, idealSeconds, goodSeconds }: LossWindow['terms'][number]) =>
    of === 'speed' ? runSeconds - idealSeconds : idealSeconds - goodSeconds
  return (['now', 'before'] as const).map((side) => {
    const terms = answer[side]?.terms ?? []
    return (
      <div key={side}>
        <h3 className={styles.listed}>{sides[side].name}</h3>
        <table className={styles.stops}>
          <thead>
            <tr>
              <th scope="col">{say('machine')}</th>
              <th scope="col">{say('product')}</th>
              <th scope="col">{say('lossOf')}</th>
            </tr>
          </thead>
          <tbody>
            {terms
              .toSorted((a, b) => lossOf(b) - lossOf(a))
              .map((term) => (
                <tr key={`${term.machine} ${term.product} ${term.targetPpm}`}>
                  <td>{term.machine}</td>
                  <td>{reportedText(term.product)}</td>
                  <td>{lossTime(lossOf(term))}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    )
  })
}
