import { formatDuration, formatTimeInState } from '@packboard/model'
import { Fragment } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { type StopParts, stopMs } from './attributed.ts'
import styles from './StopTime.module.css'

/** `9m 02s`, from an hour on `1h 42m 40s`: whole seconds, so that a reader can add them up. */
export function stopTimeText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return seconds < 3_600 ? formatTimeInState(seconds) : formatDuration(seconds)
}

/** The three parts as texts. */
export const textsOfParts = ({ own, inherited, withheld }: StopParts) => ({
  own: stopTimeText(own),
  inherited: stopTimeText(inherited),
  withheld: stopTimeText(withheld),
})

/** The same as stopTimeText with quiet units. */
export function StopTime({ ms }: { ms: number }) {
  const parts = stopTimeText(ms).match(/ ?\d+[hms]/g) ?? []
  return (
    <span className={styles.time}>
      {parts.map((part) => (
        <Fragment key={part}>
          {part.slice(0, -1)}
          <u>{part.slice(-1)}</u>
        </Fragment>
      ))}
    </span>
  )
}

/** Own stop time is solid, inherited time hatched, undecided time an outline. `share`: of the width that there is. */
export function PartsBar({ parts, share }: { parts: StopParts; share: number }) {
  const say = useTexts('line')
  const whole = stopMs(parts)
  const wide = (ms: number) => `${whole > 0 ? (100 * share * ms) / whole : 0}%`
  return (
    <span className={styles.bar} role="img" aria-label={say('partsAre', textsOfParts(parts))}>
      {parts.own > 0 && <i style={{ width: wide(parts.own) }} data-chart-key />}
      {parts.inherited > 0 && (
        <i data-kind="inherited" style={{ width: wide(parts.inherited) }} data-chart-key />
      )}
      {parts.withheld > 0 && (
        <i data-kind="withheld" style={{ width: wide(parts.withheld) }} data-chart-key />
      )}
    </span>
  )
}

/** What the three fillings mean. */
export function PartsLegend() {
  const say = useTexts('line')
  return (
    <ul className={styles.legend}>
      {(['own', 'inherited', 'withheld'] as const).map((kind) => (
        <li key={kind}>
          <i data-kind={kind} data-chart-key />
          {say(kind)}
        </li>
      ))}
    </ul>
  )
}
