import { useTexts } from '../i18n/useTexts.ts'
import styles from './Compare.module.css'
import { type ColumnUnit, type Delta, deltaText } from './columns.ts'

/** The change against the time before: filled where it is worse, grey where the two are not comparable. */
export function DeltaLine({ unit, delta }: { unit: ColumnUnit; delta: Delta | null }) {
  const say = useTexts('compare')
  const text = delta && deltaText(unit, delta)
  // The line keeps its height, so that figures of a row stand on one line.
  if (!delta || text === null) return <small className={styles.delta} />
  const doubt = delta.doubt && say(delta.doubt === 'coverage' ? 'doubtCoverage' : 'doubtTarget')
  const up = (delta.change ?? 0) > 0
  const marks = text === '±0' ? '' : delta.verdict === 'worse' ? (up ? '▲' : '▼') : up ? '△' : '▽'
  return (
    <small
      className={styles.delta}
      data-verdict={delta.doubt ? 'doubt' : delta.verdict}
      title={doubt ?? say(delta.verdict)}
    >
      <span aria-hidden="true">{marks}</span> {text}
      <span className="spoken"> {doubt ?? say(delta.verdict)}</span>
    </small>
  )
}
