import { formatDuration, formatTimeInState } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import { type StopParts, stopMs } from './attributed.ts'
import styles from './StopTime.module.css'

/** `9m 02s`, from an hour on `1h 42m 40s`: whole seconds, so that a reader can add them up. */
export function stopTimeText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return seconds < 3_600 ? formatTimeInState(seconds) : formatDuration(seconds)
}

/** The same with quiet units. */
export function StopTime({ ms }: { ms: number }) {
  return (
    <span className={styles.time}>
      {stopTimeText(ms)
        .split(/([hms])/)
        .map((part, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: The units of a time keep their places.
          index % 2 === 0 ? part : <u key={index}>{part}</u>,
        )}
    </span>
  )
}

/** Own stop time is solid, inherited time hatched, undecided time an outline. `share`: of the width that there is. */
export function PartsBar({ parts, share }: { parts: StopParts; share: number }) {
  const say = useTexts('line')
  const whole = stopMs(parts)
  const wide = (ms: number) => `${whole > 0 ? (100 * share * ms) / whole : 0}%`
  const times = {
    own: stopTimeText(parts.own),
    inherited: stopTimeText(parts.inherited),
    withheld: stopTimeText(parts.withheld),
  }
  return (
    <span className={styles.bar} role="img" aria-label={say('partsAre', times)}>
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
