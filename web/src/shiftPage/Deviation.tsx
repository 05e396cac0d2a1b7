import {
  type DeviationPoint,
  formatClock,
  formatTimeInState,
  hasTarget,
  periodSeconds,
} from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { dateTicks } from '../charts/dateTicks.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { type ShiftWindow, searchOfShift } from '../shift/shiftWays.ts'
import { useShownZone } from '../time/zone.ts'
import styles from './Deviation.module.css'
import { deviationPaths, type ShiftHour } from './deviation.ts'

/** `−8,498`, `+1,200`, `±0`: rounded first, so that it adds up with the figures beside it. */
export function signedPacks(packs: number): string {
  const whole = Math.round(packs)
  const count = formatCount(Math.abs(whole))
  return whole === 0 ? `±${count}` : `${whole < 0 ? '−' : '+'}${count}`
}

/** Where an instant lies in a shift, in percent of its width. */
export const shareOfShift = (at: Date | number, { from, to }: { from: Date; to: Date }): number => {
  const length = Math.max(1, to.getTime() - from.getTime())
  return Math.min(100, Math.max(0, (100 * (Number(at) - from.getTime())) / length))
}

const size = { width: 1_000, height: 100 } as const

/** Packs ahead of target or behind it, over the shift: the area is filled, the target is dashed. */
export function DeviationCurve({
  points,
  shift,
  label,
  small = false,
}: {
  /** null: a target is missing, and nothing is drawn. */
  points: readonly DeviationPoint[] | null
  shift: { readonly from: Date; readonly to: Date }
  label: string
  /** Of a line among others. */
  small?: boolean
}) {
  const say = useTexts('shiftPage')
  const last = points?.at(-1)
  const window = { from: shift.from.getTime(), to: shift.to.getTime() }
  const paths = points && deviationPaths(points, window, size)
  return (
    <div className={styles.curve} data-small={small}>
      {paths && last ? (
        <>
          <svg
            viewBox={`0 0 ${size.width} ${size.height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={say('againstSpoken', { what: label, packs: signedPacks(last.packs) })}
          >
            <path d={paths.area} className={styles.area} />
            <path d={`M0 ${paths.target}H${size.width}`} className={styles.target} />
            <path d={paths.line} className={styles.line} />
          </svg>
          <b
            className={styles.end}
            style={{ left: `${shareOfShift(last.at, shift)}%` }}
            data-behind={last.packs < 0}
            aria-hidden="true"
          >
            {signedPacks(last.packs)}
          </b>
        </>
      ) : (
        <span className={styles.none}>{say('noDeviation')}</span>
      )}
    </div>
  )
}

/** Clock times over a shift, and behind everything what its plan takes out of it. */
export function ShiftAxis({ shift, most }: { shift: { from: Date; to: Date }; most: number }) {
  const zone = useShownZone()
  const locale = useLocale()
  return (
    <div className={styles.axis} aria-hidden="true">
      {dateTicks(shift.from, shift.to, most, zone, locale).map(({ at, text }) => {
        const share = shareOfShift(at, shift)
        const edge = share < 2 ? 'begin' : share > 98 ? 'end' : 'none'
        return (
          <span key={at.getTime()} style={{ left: `${share}%` }} data-edge={edge}>
            {text}
          </span>
        )
      })}
    </div>
  )
}

/** The hours of a shift as bars from the target: down what is missing, up what is more. Each opens its hour on the timeline. */
export function HourBand({
  hours,
  shift,
}: {
  hours: readonly ShiftHour[]
  shift: ShiftWindow & { readonly isRunning: boolean }
}) {
  const say = useTexts('shiftPage')
  const zone = useShownZone()
  const compares = hasTarget(hours)
  const gaps = hours.map(({ made, due }) => (compares ? made - (due ?? 0) : null))
  const tall = hours.map(({ made }, index) => Math.abs(gaps[index] ?? made))
  const most = Math.max(1, ...tall)
  const clock = (at: Date) => formatClock(at, zone).slice(0, 5)
  const leftSeconds = periodSeconds({ from: hours.at(-1)?.to ?? shift.from, to: shift.to })
  return (
    <ol
      className={styles.band}
      aria-label={say(compares ? 'byHour' : 'madeByHour')}
      data-compares={compares}
    >
      {hours.map(({ from, to, made }, index) => {
        const gap = gaps[index] ?? null
        const times = { from: clock(from), to: clock(to) }
        const behind = gap !== null && Math.round(gap) < 0
        return (
          <li
            key={from.getTime()}
            style={{ flexGrow: periodSeconds({ from, to }), flexBasis: 0 }}
            data-behind={behind}
          >
            <Link
              to="/admin/timeline"
              search={searchOfShift({ ...shift, from, to })}
              aria-label={say(gap === null ? 'hourMade' : 'hourGap', {
                ...times,
                made: formatCount(made),
                gap: gap === null ? '' : signedPacks(gap),
              })}
            >
              <span className={styles.bar} aria-hidden="true">
                <i style={{ height: `${((compares ? 50 : 100) * (tall[index] ?? 0)) / most}%` }} />
              </span>
              <b aria-hidden="true">{gap === null ? formatCount(made) : signedPacks(gap)}</b>
              <small aria-hidden="true">{times.from}</small>
            </Link>
          </li>
        )
      })}
      {shift.isRunning && hours.length > 0 && (
        <li
          className={styles.ahead}
          style={{
            flexGrow: leftSeconds,
            flexBasis: 0,
          }}
          aria-hidden="true"
        >
          {say('endsIn', { time: formatTimeInState(leftSeconds) })}
        </li>
      )}
    </ol>
  )
}
