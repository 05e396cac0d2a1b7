import { formatClock, formatDateTime, formatDay } from '@packboard/model'
import type { CSSProperties } from 'react'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { type Say, useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import { Glyph } from '../ui/Glyph.tsx'
import type { ChartAlarm } from './alarmChips.ts'
import { bandLooks, shownBand, shownShape } from './bandLook.ts'
import { rejectShare } from './drawSteps.ts'
import { alarmGroupLook } from './GroupChip.tsx'
import styles from './PacksChart.module.css'
import {
  type ChartChange,
  type Ghost,
  ghostAt,
  kindLooks,
  type LaneStep,
  laneStepAt,
  type PacksData,
  shownKinds,
} from './packsData.ts'

/** What the pointer is at. */
export type PointedMoment = {
  readonly index: number
  readonly at: Date
  readonly alarms: readonly ChartAlarm[]
  readonly changes: readonly ChartChange[]
  /** Px from the left of the chart. */
  readonly left: number
  /** There is more space on the left of the pointer than on its right. */
  readonly late: boolean
}

/** Alarms of one chip that are listed; the others are counted. */
const listedAlarms = 3

function ghostWords(ghost: Ghost, at: Date, stepSeconds: number, say: Say<'charts'>): string {
  const ppm = ghostAt(ghost, at.getTime() / 1_000, stepSeconds)
  return ppm === null ? say('noData') : say('ppm', { speed: formatCount(ppm) })
}

/** Full timestamp, then speed, state, alarm and group. */
export function PacksTooltip({
  moment: { index, at, alarms, changes },
  data: { columns, stepSeconds, aggregated, states, totals, ghost },
}: {
  moment: PointedMoment
  data: PacksData
}) {
  const zone = useShownZone()
  const say = useTexts('charts')
  const sayState = useTexts('states')
  const [, means, slowest, fastest] = columns
  const ppm = means[index] ?? null
  const first = alarms[0]
  const when = first?.at ?? at
  const state = states?.find(({ from, to }) => from <= when && when < to)?.state
  const step = laneStepAt(totals, when)
  const rejected = step && rejectShare(step)
  const notScheduled = states && isNotScheduled(state, step)
  return (
    <div className={styles.tip}>
      <p>
        {first || !aggregated ? formatDateTime(when, zone) : stepText(at, stepSeconds, zone)}
        <small>{zone}</small>
      </p>
      <dl>
        <div>
          <dt>{say(aggregated ? 'meanSpeed' : 'speed')}</dt>
          <dd>{ppm === null ? say('noData') : say('ppm', { speed: formatCount(ppm) })}</dd>
        </div>
        {aggregated && ppm !== null && slowest[index] != null && (
          <div>
            <dt>{say('slowestFastest')}</dt>
            <dd>
              {formatCount(slowest[index] ?? null)} – {formatCount(fastest[index] ?? null)} ppm
            </dd>
          </div>
        )}
        {ghost && (
          <div>
            <dt>{ghost.word}</dt>
            <dd>{ghostWords(ghost, at, stepSeconds, say)}</dd>
          </div>
        )}
        {(state !== undefined || notScheduled) && (
          <div>
            <dt>{say('state')}</dt>
            {state === undefined ? (
              <dd>{sayState('notScheduled')}</dd>
            ) : (
              <dd>
                <span style={{ color: bandLooks[shownBand(state, false)].chipColour }}>
                  <Glyph shape={shownShape(state, false)} size={12} />
                </span>
                {stateWord(state, sayState)}
              </dd>
            )}
          </div>
        )}
        {step && rejected !== null && rejected !== undefined && (
          <div>
            <dt>{say('rejects')}</dt>
            <dd>{rejectWords(step, rejected, say)}</dd>
          </div>
        )}
        {step && rejected !== null && rejected !== undefined && (
          <div>
            <dt>{say('goodPacks')}</dt>
            <dd>{formatCount(step.packs - (step.rejects ?? 0))}</dd>
          </div>
        )}
        {!states &&
          step &&
          shownKinds
            .filter((kind) => step[kind] > 0)
            .map((kind) => (
              <div key={kind} style={{ '--kind': kindLooks[kind].colour } as CSSProperties}>
                <dt className={styles.kind}>
                  <Glyph shape={kindLooks[kind].shape} size={11} />
                  {sayState(kind)}
                </dt>
                <dd>{exactTime(step[kind])}</dd>
              </div>
            ))}
        {alarms.slice(0, listedAlarms).map((alarm) => (
          <AlarmLines
            key={`${alarm.at.getTime()} ${alarm.group} ${alarm.description}`}
            alarm={alarm}
            clock={alarms.length > 1}
          />
        ))}
        {changes.slice(0, listedAlarms).map(({ at: changed, who, description, before, after }) => (
          <div key={`${changed.getTime()} ${description}`}>
            <dt>
              {formatClock(changed, zone)} {who}
            </dt>
            <dd>
              {description}: {before} → {after}
            </dd>
          </div>
        ))}
      </dl>
      {Math.max(alarms.length, changes.length) > listedAlarms && (
        <small>
          {say('andMore', { count: Math.max(alarms.length, changes.length) - listedAlarms })}
        </small>
      )}
    </div>
  )
}

/** What of a step was rejected, and its share in percent. */
const rejectWords = (step: LaneStep, share: number, say: Say<'charts'>) =>
  say('rejectShare', {
    rejects: formatCount(step.rejects ?? 0),
    packs: formatCount(step.packs),
    share: formatPercent(share),
  })

/** Nothing was sent at an instant of closed time (D73). */
const isNotScheduled = (state: number | undefined, step: LaneStep | undefined) =>
  state === undefined && step !== undefined && step.notScheduled > 0

/** The same as one sentence, for screen readers. */
export function momentWords(
  { index, at, alarms, changes }: PointedMoment,
  { columns, stepSeconds, aggregated, states, totals }: PacksData,
  zone: string,
  say: Say<'charts'>,
  sayState: Say<'states'>,
): string {
  const ppm = columns[1][index] ?? null
  const state = states?.find(({ from, to }) => from <= at && at < to)?.state
  const step = laneStepAt(totals, at)
  const rejected = step && rejectShare(step)
  return [
    aggregated ? stepText(at, stepSeconds, zone) : formatDateTime(at, zone),
    ppm === null ? say('noData') : say('ppm', { speed: formatCount(ppm) }),
    state !== undefined && stateWord(state, sayState),
    states && isNotScheduled(state, step) && sayState('notScheduled'),
    step &&
      rejected !== null &&
      rejected !== undefined &&
      `${say('rejects')} ${rejectWords(step, rejected, say)}`,
    ...(states || !step
      ? []
      : shownKinds
          .filter((kind) => step[kind] > 0)
          .map((kind) => `${sayState(kind)} ${exactTime(step[kind])}`)),
    ...changes
      .slice(0, listedAlarms)
      .map(({ description, before, after }) => `${description}: ${before} → ${after}`),
    ...alarms.slice(0, listedAlarms).map(({ group, description }) => `${group}: ${description}`),
    alarms.length > listedAlarms && say('andMore', { count: alarms.length - listedAlarms }),
  ]
    .filter(Boolean)
    .join(', ')
}

function AlarmLines({ alarm, clock }: { alarm: ChartAlarm; clock: boolean }) {
  const zone = useShownZone()
  const say = useTexts('charts')
  const { colour, code } = alarmGroupLook(alarm.group)
  return (
    <>
      <div>
        <dt>{clock ? formatClock(alarm.at, zone) : say('alarm')}</dt>
        <dd>{alarm.description}</dd>
      </div>
      <div>
        <dt>{say('group')}</dt>
        <dd>
          <i style={{ background: colour }}>{code}</i>
          {alarm.group}
        </dd>
      </div>
    </>
  )
}

/** `21-11-2026 14:00 – 15:00`, or the day of a step of a day; `middle` is the middle of the step. */
function stepText(middle: Date, stepSeconds: number, zone: string): string {
  if (stepSeconds >= 86_400) return formatDay(middle, zone)
  const from = new Date(middle.getTime() - stepSeconds * 500)
  const to = new Date(middle.getTime() + stepSeconds * 500)
  const clock = (at: Date) => formatClock(at, zone).slice(0, 5)
  return `${formatDay(from, zone)} ${clock(from)} – ${clock(to)}`
}

/** `6h 57m 03s`, `25m 00s`, `41s`: to the second, also where it is long. */
function exactTime(seconds: number): string {
  const all = Math.max(0, Math.round(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60]
  if (hours > 0) return `${hours}h ${two(minutes)}m ${two(all % 60)}s`
  return minutes > 0 ? `${minutes}m ${two(all % 60)}s` : `${all}s`
}
