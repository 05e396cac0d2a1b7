import type { LineNowWire } from '@packboard/contract'
import { formatTimeInState } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import { useMachines } from '../clients/clientQueries.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { OverviewFeed } from '../overview/overviewFeed.ts'
import { useSeenValue } from '../overview/useOverview.ts'
import { StopCauseName } from '../stops/stopNames.tsx'
import { searchOfStop } from '../stops/windowAround.ts'
import { useNow } from '../time/useNow.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { type Passage, passagesOf } from './attributed.ts'
import styles from './FlowTiles.module.css'
import type { LineScope } from './lineQueries.ts'
import { roleOf } from './machineRole.ts'

type Station = LineNowWire['stations'][number]
type Machine = Station['machines'][number]

/** How long something lasts; counted on by the second. */
export function TimeSince({ since }: { since: Date }) {
  return useNow((now) => formatTimeInState((now - since.getTime()) / 1_000))
}

/** The stations from left to right with what lies between them; on a phone a list with the root first. */
export function FlowTiles({
  now,
  feed,
  scope,
  validFrom,
}: {
  now: LineNowWire
  feed: OverviewFeed
  scope: LineScope
  /** null: from the beginning. */
  validFrom: string | null
}) {
  const say = useTexts('line')
  const isNarrow = useNarrow()
  const list = useRef<HTMLOListElement>(null)
  const { stations, root } = now
  const passages = passagesOf(now)
  const rootAt = stations.findIndex(({ machines }) =>
    machines.some(({ machineId }) => machineId === root?.machineId),
  )
  // A long flow scrolls sideways: what holds the line is in sight.
  useEffect(() => {
    const box = list.current
    const station = box?.querySelector<HTMLElement>('[data-root="true"]')
    if (box && station && rootAt >= 0) {
      box.scrollLeft = station.offsetLeft - (box.clientWidth - station.offsetWidth) / 2
    }
  }, [rootAt])
  const places = stations.map((_, index) => index)
  const order =
    isNarrow && rootAt > 0 ? [rootAt, ...places.filter((each) => each !== rootAt)] : places
  return (
    <section className={`panel ${styles.panel}`} aria-label={say('flowNow')}>
      <div className={styles.top}>
        <h2>{say('flow')}</h2>
        {validFrom !== null && (
          <small>{say('validSince', { time: shownWallTime(validFrom) })}</small>
        )}
        <ul className={styles.legend} aria-hidden="true">
          <li data-kind="root">{say('legendRoot')}</li>
          <li data-kind="waits">{say('legendWaits')}</li>
          <li data-kind="own">{say('legendOwn')}</li>
        </ul>
      </div>
      <ol className={styles.flow} ref={list} aria-label={say('stations')}>
        {order.map((index) => {
          const station = stations[index]
          const passage = passages[index]
          if (!station) return null
          return (
            <li key={index} data-root={index === rootAt}>
              <StationTiles {...{ station, now, feed, scope }} place={index + 1} />
              {passage && !isNarrow && (
                <Buffer passage={passage} seconds={stations[index + 1]?.bufferSeconds ?? 0} />
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** `16-11-2026 06:00`, of `2026-11-16 06:00`; without the time at midnight. */
export function shownWallTime(text: string): string {
  const [day = '', time = ''] = text.split(' ')
  const date = day.split('-').toReversed().join('-')
  return time === '00:00' ? date : `${date} ${time}`
}

function StationTiles({
  station,
  place,
  now,
  feed,
  scope,
}: {
  station: Station
  place: number
  now: LineNowWire
  feed: OverviewFeed
  scope: LineScope
}) {
  const say = useTexts('line')
  const machines = useMachines(scope.clientId)
  const kinds = new Set(
    machines.data?.machines.flatMap(({ machineId, machineType }) =>
      station.machines.some((each) => each.machineId === machineId) ? [machineType.label] : [],
    ),
  )
  return (
    <div className={styles.station}>
      <p className={styles.name}>
        <span>
          {place} {[...kinds].join(', ')}
        </span>
        {station.key && <span className={styles.key}>{say('keyStation')}</span>}
        {station.machines.length > 1 && (
          <span className={styles.needs}>
            {say('needs', { needs: station.needs, count: station.machines.length })}
          </span>
        )}
      </p>
      <div className={styles.tiles}>
        {station.machines.map((machine) => (
          <Tile
            key={machine.machineId}
            {...{ machine, now, feed, scope }}
            countsPacks={station.key}
          />
        ))}
      </div>
    </div>
  )
}

function Tile({
  machine,
  now: { at, root },
  feed,
  scope: { clientId, filter },
  countsPacks,
}: {
  machine: Machine
  now: LineNowWire
  feed: OverviewFeed
  scope: LineScope
  /** The line is counted at its station. */
  countsPacks: boolean
}) {
  const say = useTexts('line')
  const sayState = useTexts('states')
  const { machineId, state, since, speedPpm, targetPpm, attribution } = machine
  const packs = useSeenValue(feed, ({ cards }) => cards.get(machineId)?.totalPacks)
  const isOffline = state === null
  const role = roleOf(machine, root)
  const rootId = attribution?.kind === 'inherited' ? attribution.rootMachineId : null
  const target = rootId ?? machineId
  // A machine that waits leads to the stop that it waits for.
  const stop = attribution?.kind === 'inherited' && rootId !== null ? attribution.rootFrom : since
  return (
    <Link
      to="/admin/productionData/$clientId/$machineId"
      params={{ clientId: String(clientId), machineId: target }}
      search={
        stop === null
          ? searchOfFilter(filter)
          : searchOfStop(filter, { start: stop, end: at < stop ? stop : at })
      }
      className={styles.tile}
      data-role={role}
      data-band={shownBand(state ?? 0, isOffline)}
      data-machine={machineId}
      title={rootId === null ? undefined : say('openRoot', { machine: rootId })}
    >
      <span className={styles.head}>
        <span
          style={{ color: bandLooks[shownBand(state ?? 0, isOffline)].chipColour }}
          data-chart-key
        >
          <Glyph shape={shownShape(state ?? 0, isOffline)} size={14} />
        </span>
        <b>{machineId}</b>{' '}
        {since !== null && (
          <time>
            <TimeSince since={since} />
          </time>
        )}
      </span>{' '}
      <span className={styles.state}>
        <b>{isOffline ? say('unknownNoData') : stateWord(state, sayState)}</b>{' '}
        {role === 'root' && machine.cause !== '' && machine.group !== '' && (
          <StopCauseName stop={machine} />
        )}
        {role === 'own' && say('ownStop')}
        {role === 'waits' && <Waits machine={machine} root={rootId} />}
        {role === 'undecided' && say('undecided')}
      </span>{' '}
      {!isOffline && (
        <span className={styles.foot}>
          <span>
            {formatCount(speedPpm ?? 0)}{' '}
            {targetPpm === null ? 'ppm' : say('ofPpm', { target: formatCount(targetPpm) })}
          </span>
          {countsPacks && packs !== undefined && (
            <span>
              {say('packs', { count: formatCount(packs), value: (inner) => <b>{inner}</b> })}
            </span>
          )}
        </span>
      )}
    </Link>
  )
}

/** `waits for CP-105`, or from outside of the line. */
function Waits({ machine, root }: { machine: Machine; root: string | null }) {
  const say = useTexts('line')
  if (root === null) return say('waitsOutside')
  if (machine.waits === 'down') return say('blockedBy', { machine: root })
  if (machine.waits === 'up') return say('starvedBy', { machine: root })
  return say('waitsFor', { machine: root })
}

/** Between two stations: which way the wait went, and how much later the second one stopped. */
function Buffer({
  passage: { wait, laterSeconds },
  seconds,
}: {
  passage: Passage
  seconds: number
}) {
  const say = useTexts('line')
  return (
    <div className={styles.buffer} data-wait={wait ?? 'none'}>
      <b>{say('buffer', { seconds: formatCount(seconds) })}</b>
      <span className={styles.way} aria-hidden="true">
        <i />
      </span>
      {wait !== null && (
        <span>
          {say(wait === 'up' ? 'full' : 'empty')}
          {laterSeconds !== null && (
            <>
              {', '}
              {say('stoppedLater', { seconds: formatCount(laterSeconds) })}
            </>
          )}
        </span>
      )}
    </div>
  )
}
