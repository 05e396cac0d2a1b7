import { noFigure } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import styles from './Compare.module.css'
import { type ColumnUnit, type Delta, deltaText, doubtKeys } from './columns.ts'

/** The change against the time before: filled where it is worse; a dash and why where the two are not comparable. */
export function DeltaLine({ unit, delta }: { unit: ColumnUnit; delta: Delta | null }) {
  const say = useTexts('compare')
  const text = delta && deltaText(unit, delta)
  // The line keeps its height, so that figures of a row stand on one line.
  if (!delta || text === null) return <small className={styles.delta} />
  if (delta.doubt) {
    const why = say(doubtKeys[delta.doubt])
    return (
      <small className={styles.delta} data-verdict="doubt" title={why}>
        {noFigure}
        <span className="spoken"> {why}</span>
      </small>
    )
  }
  const { change, verdict } = delta
  const up = (change ?? 0) > 0
  const mark = verdict === 'same' ? '' : verdict === 'worse' ? (up ? '▲' : '▼') : up ? '△' : '▽'
  return (
    <small className={styles.delta} data-verdict={verdict} title={say(verdict)}>
      <span aria-hidden="true">{mark}</span> {text}
      <span className="spoken"> {say(verdict)}</span>
    </small>
  )
}
