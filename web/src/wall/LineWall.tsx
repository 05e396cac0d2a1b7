import type { ClientMachine, LineNowWire, WallAnswer } from '@packboard/contract'
import { formatClock, noFigure } from '@packboard/model'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import { useLineNow } from '../clients/useLineNow.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle } from '../icons/icons.ts'
import { IncompleteNote } from '../incomplete/IncompleteNote.tsx'
import { passagesOf, shiftOfKey } from '../line/attributed.ts'
import { headlineWords, type LineHeadline, lineHeadline } from '../line/lineHeadline.ts'
import { roleOf } from '../line/machineRole.ts'
import { useFrame, useOverview, useStaleSince } from '../overview/useOverview.ts'
import { AheadOrBehind, ProgressBar } from '../shiftProgress/ProgressBar.tsx'
import { useShiftProgress } from '../shiftProgress/useShiftProgress.ts'
import { causeText } from '../stops/stopNames.tsx'
import { useNow } from '../time/useNow.ts'
import { Glyph } from '../ui/Glyph.tsx'
import styles from './LineWall.module.css'
import { shownStations, tileScale } from './lineWallPlaces.ts'
import wall from './Wall.module.css'
import { LostBanner, OpenAlerts, WallHead } from './WallHead.tsx'
import { WallMessage } from './WallMessage.tsx'
import { stoppedFor, wallId } from './wallTile.ts'

/** What the line does is requested every 20 s; older than this it is not shown as the present. */
const staleMs = 90_000

type Machine = LineNowWire['stations'][number]['machines'][number]

/** One line for a television (23d): what holds it, its stations in flow order, and the shift at its key station. */
export function LineWall({
  info,
  line,
  machines,
  controls,
}: {
  info: WallAnswer
  line: string
  machines: readonly ClientMachine[]
  controls?: ReactNode
}) {
  const say = useTexts('wall')
  const loading = useTexts('ui')('loading')
  const serialNos = useMemo(() => machines.map(({ machineId }) => machineId), [machines])
  const fromMs = info.from.getTime()
  const from = useMemo(() => new Date(fromMs), [fromMs])
  const feed = useOverview(info.clientId, serialNos, from)
  const lostSince = useStaleSince(feed)
  const nextTryAt = useFrame(feed, 'nextTryAt')
  const now = useLineNow(info.clientId, line)
  const readAt = now.data?.at.getTime()
  const isOld = useNow((at) => readAt !== undefined && at - readAt > staleMs)
  if (!now.data) {
    return now.isError ? (
      <WallMessage title={say('notReached')} controls={controls}>
        {say('notReachedReason', { seconds: 20 })}
      </WallMessage>
    ) : (
      <WallMessage title={loading} controls={controls} />
    )
  }
  const staleSince = lostSince ?? (isOld ? now.data.at : null)
  const shown = { now: now.data, line, staleSince }
  return (
    <main
      className={wall.wall}
      data-kiosk={controls === undefined}
      data-stale={staleSince !== null}
    >
      <WallHead info={info} title={line} side={productOf(now.data) || info.clientName}>
        {!staleSince && <OpenAlerts count={info.openAlerts} />}
        {staleSince ? (
          <LostBanner since={staleSince} zone={info.zone} nextTryAt={nextTryAt} />
        ) : (
          <Speed now={now.data} />
        )}
      </WallHead>
      <IncompleteNote clientId={info.clientId} from={from} />
      <Headline {...shown} {...{ machines, info }} />
      <Flow {...shown} />
      <Foot {...shown} {...{ info, controls }} failed={now.isError} />
    </main>
  )
}

type Shown = {
  readonly now: LineNowWire
  readonly line: string
  /** null: the values are those of the present. */
  readonly staleSince: Date | null
}

/** `6 machines, 472 of 480 ppm`; without a key station their number. */
function Speed({ now: { stations, speedPpm, targetPpm } }: { now: LineNowWire }) {
  const say = useTexts('line')
  const count = stations.reduce((sum, { machines }) => sum + machines.length, 0)
  if (speedPpm === null || targetPpm === null) return null
  const speed = formatCount(speedPpm)
  return (
    <p className={styles.speed}>
      {say('machinesAndSpeed', { count, speed, target: formatCount(targetPpm) })}
    </p>
  )
}

/** The product at the key station, without one of the first machine that has one. */
function productOf({ stations }: LineNowWire): string {
  const key = stations.filter((station) => station.key)
  const machines = (key.length > 0 ? key : stations).flatMap((station) => station.machines)
  return reportedText(machines.find(({ product }) => product !== '')?.product ?? '')
}

/** Whole minutes since a moment; old values do not count on. */
function useMinutes(since: Date | null, staleSince: Date | null): number | null {
  const minutes = useNow((at) =>
    since === null
      ? -1
      : Math.max(0, Math.floor(((staleSince?.getTime() ?? at) - since.getTime()) / 60_000)),
  )
  return minutes < 0 ? null : minutes
}

/** What holds the line, filled in the colour of its root; a line that runs leads with its speed. */
function Headline({
  now,
  line,
  staleSince,
  machines,
  info,
}: Shown & { machines: readonly ClientMachine[]; info: WallAnswer }) {
  const headline = lineHeadline(now)
  if (headline.kind !== 'held') return <Unheld {...{ now, line, headline, info }} />
  return <Held {...{ now, line, staleSince, machines }} root={headline.root} />
}

function Held({
  now,
  line,
  staleSince,
  machines,
  root,
}: Shown & {
  machines: readonly ClientMachine[]
  root: NonNullable<LineNowWire['root']>
}) {
  const say = useTexts('line')
  const minutes = useMinutes(root.since, staleSince)
  const { value, unit } = stoppedFor(minutes)
  const of = ({ machineId }: { machineId: string }) => machineId === root.machineId
  const machine = now.stations.flatMap((station) => station.machines).find(of)
  const isOffline = machine === undefined || machine.state === null
  const kind = machines.find(of)?.machineType.label
  const words = [kind, root.cause === '' ? '' : causeText(root)].filter(Boolean)
  return (
    <section
      className={styles.headline}
      data-band={staleSince ? 'none' : shownBand(machine?.state ?? 0, isOffline)}
    >
      <Glyph shape={shownShape(machine?.state ?? 0, isOffline)} size={88} />
      <div>
        <h2 data-text="id">
          {root.machineId === null
            ? say('heldFromOutside', { line })
            : say('holds', { machine: wallId(root.machineId), line })}
        </h2>
        <p>{words.join(', ')}</p>
      </div>
      <p className={styles.lead}>
        <span data-text="value">{value}</span>
        <small>{unit}</small>
      </p>
    </section>
  )
}

function Unheld({
  now,
  line,
  headline,
  info,
}: {
  now: LineNowWire
  line: string
  headline: Exclude<LineHeadline, { kind: 'held' }>
  info: WallAnswer
}) {
  const say = useTexts('line')
  const { shift, forecast } = useKeyShift(now, info.clientId)
  const runs = headline.kind === 'runs'
  // The speed is the figure of the frame.
  const { title, detail } = headlineWords(
    headline,
    runs ? { speedPpm: null, targetPpm: null } : now,
    line,
    say,
  )
  const ahead =
    runs && shift !== null && forecast !== null
      ? say('forecastFromNow', {
          count: formatCount(forecast),
          time: formatClock(shift.to, info.zone).slice(0, 5),
        })
      : ''
  return (
    <section className={styles.headline} data-band="none">
      <span style={{ color: bandLooks[runs ? 'go' : 'dark'].chipColour }}>
        <Glyph shape={bandLooks[runs ? 'go' : 'dark'].shape} size={88} />
      </span>
      <div>
        <h2 data-text="id">{title}</h2>
        <p>{[ahead, detail].filter(Boolean).join(', ')}</p>
      </div>
      {runs && now.speedPpm !== null && (
        <p className={styles.lead}>
          <span data-text="value">{formatCount(now.speedPpm)}</span>
          <small>ppm</small>
        </p>
      )}
    </section>
  )
}

/** The stations in flow order with their machines, and which way the wait goes between them. */
function Flow({ now, staleSince }: Shown) {
  const say = useTexts('line')
  const passages = passagesOf(now)
  const { first, stations, before, after } = shownStations(now)
  return (
    <ol
      className={styles.flow}
      style={{ '--scale': tileScale(stations) } as CSSProperties}
      aria-label={say('stations')}
    >
      {before > 0 && <li className={styles.more}>{say('moreStations', { count: before })}</li>}
      {stations.map(({ machines, more }, index) => {
        const wait = passages[first + index]?.wait ?? null
        return (
          <li key={`${machines[0]?.machineId}`} className={styles.station}>
            <div className={styles.tiles}>
              {machines.map((machine) => (
                <Tile key={machine.machineId} {...{ machine, staleSince }} root={now.root} />
              ))}
              {more > 0 && <p className={styles.more}>{say('moreMachines', { count: more })}</p>}
            </div>
            {index < stations.length - 1 && (
              <span className={styles.way} data-wait={wait ?? 'none'} aria-hidden="true" />
            )}
          </li>
        )
      })}
      {after > 0 && <li className={styles.more}>{say('moreStations', { count: after })}</li>}
    </ol>
  )
}

function Tile({
  machine,
  root,
  staleSince,
}: {
  machine: Machine
  root: LineNowWire['root']
  staleSince: Date | null
}) {
  const say = useTexts('line')
  const sayState = useTexts('states')
  const { machineId, state, since, speedPpm } = machine
  const isOffline = state === null
  const role = roleOf(machine, root)
  const minutes = useMinutes(since, staleSince)
  const stood = stoppedFor(minutes)
  const cause = machine.cause === '' ? '' : causeText(machine)
  const own = role === 'own' ? [say('ownStop'), cause].filter(Boolean).join(', ') : ''
  const words = {
    ...{ root: say('wallRoot'), waits: say('wallWaits'), undecided: say('undecided'), own },
    runs: isOffline ? say('unknownNoData') : stateWord(state, sayState),
  }[role]
  const band = shownBand(state ?? 0, isOffline)
  const isFilled = staleSince === null && (role === 'root' || role === 'own')
  return (
    <article
      className={styles.tile}
      data-role={staleSince ? 'runs' : role}
      data-band={band}
      aria-label={`${machineId}, ${words}`}
    >
      <p className={styles.id}>
        {/* On a filled tile it has the colour of the text. */}
        <span style={isFilled ? undefined : { color: bandLooks[band].chipColour }}>
          <Glyph shape={shownShape(state ?? 0, isOffline)} size={40} />
        </span>
        <b data-text="id">{wallId(machineId)}</b>
      </p>
      <p className={styles.state}>
        <span>{words}</span>
        {since !== null ? (
          <b>
            {stood.value} {stood.unit}
          </b>
        ) : (
          role === 'runs' && !isOffline && <b>{formatCount(speedPpm ?? 0)} ppm</b>
        )}
      </p>
    </article>
  )
}

/** The shift of the machines of the key station. */
function useKeyShift(now: LineNowWire, clientId: number) {
  const progress = useShiftProgress(clientId)
  const key = new Set(
    now.stations.flatMap((station) =>
      station.key ? station.machines.map(({ machineId }) => machineId) : [],
    ),
  )
  return { shift: progress?.shift ?? null, key, ...shiftOfKey(progress?.machines ?? [], key) }
}

function Foot({
  now,
  staleSince,
  info,
  controls,
  failed,
}: Shown & { info: WallAnswer; controls: ReactNode; failed: boolean }) {
  const say = useTexts('line')
  const sayWall = useTexts('wall')
  const { shift, key, made, due, ofShift, forecast } = useKeyShift(now, info.clientId)
  const hasTarget = due !== null && ofShift !== null && ofShift > 0
  const isShift = shift !== null && key.size > 0
  return (
    <footer className={`${wall.foot} ${styles.foot}`} data-stale={staleSince !== null}>
      <dl>
        {isShift && (
          <div>
            <dt>
              {hasTarget
                ? say('shiftTargetOf', { target: formatCount(ofShift) })
                : say('shiftPacks')}
            </dt>
            <dd className={styles.made}>
              {formatCount(made)}
              {hasTarget && <ProgressBar {...{ made, due, ofShift }} />}
            </dd>
          </div>
        )}
        {isShift && forecast !== null && (
          <div>
            <dt>{say('forecastFor', { time: formatClock(shift.to, info.zone).slice(0, 5) })}</dt>
            <dd>
              {formatCount(forecast)} {hasTarget && <AheadOrBehind made={forecast} due={ofShift} />}
            </dd>
          </div>
        )}
        <div>
          <dt>{now.shift ? say('oeeeOfLineIn', { shift: now.shift.name }) : say('oeeeOfLine')}</dt>
          <dd>
            {now.line ? formatPercent(now.line.oeee) : noFigure}{' '}
            <small className={styles.sum}>
              {say('sumOfMachines', { percent: formatPercent(now.machines.oeee) })}
            </small>
          </dd>
        </div>
      </dl>
      <p className={wall.updated} data-late={staleSince !== null || failed}>
        {failed && (
          <IconAlertTriangle role="img" aria-hidden={false} aria-label={sayWall('updateFailed')} />
        )}
        {sayWall('updated', {
          at: formatClock(now.at, info.zone),
          time: (inner) => <b>{inner}</b>,
        })}
      </p>
      {controls && <div className={wall.controls}>{controls}</div>}
    </footer>
  )
}
