import type { CompareRow, LineOeeeWire } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/useTexts.ts'
import styles from './Compare.module.css'
import tableStyles from './CompareTable.module.css'
import { type CompareColumn, cellText } from './columns.ts'

/** A line at its key station beside the sum of its machines (D103): OEEE and packs; its other figures are those of its machines. */
export function LineRow({
  row,
  line: { line },
  name,
  columns,
  hasCourse,
}: {
  row: Pick<CompareRow, 'key' | 'previousLine'>
  line: LineOeeeWire
  name: string
  columns: readonly CompareColumn[]
  /** The table has a column of courses. */
  hasCourse: boolean
}) {
  const say = useTexts('compare')
  const before = row.previousLine?.line
  const figureOf = (column: CompareColumn, figures: LineOeeeWire['line'] | undefined) => {
    if (column === 'oeee') return figures?.oeee ?? null
    return column === 'packs' ? (figures?.packs ?? null) : undefined
  }
  return (
    <tr className={tableStyles.line}>
      <th scope="row">
        <Link to="/admin/line" search={{ line: row.key, view: 'losses' }}>
          {say('keyStationOf', { line: name })}
        </Link>
        {line === null && <small>{say('noKeyStation')}</small>}
      </th>
      {hasCourse && <td className={styles.course} />}
      {columns.map((column) => {
        const value = figureOf(column, line)
        const earlier = figureOf(column, before)
        return (
          <td key={column}>
            {value !== undefined && (
              <span className={styles.figure}>
                <b>{cellText(column, value)}</b>
                {earlier !== undefined && earlier !== null && (
                  <small className={styles.delta}>
                    {say('lineBefore', { value: cellText(column, earlier) })}
                  </small>
                )}
              </span>
            )}
          </td>
        )
      })}
      <td className={styles.go} />
    </tr>
  )
}
