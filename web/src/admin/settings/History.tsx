import { Button } from '@mantine/core'
import type { Products } from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { useState } from 'react'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useShownZone } from '../../time/zone.ts'
import { KeepDates } from '../../ui/KeepDates.tsx'
import styles from './History.module.css'
import { type HistoryRow, validWords } from './settingRows.ts'

const shownAtFirst = 20

/** What was entered, the newest first: from when on, before and after, why, by whom. Nothing of it is ever overwritten. */
export function History({ rows }: { rows: readonly HistoryRow[] }) {
  const say = useTexts('settings')
  const zone = useShownZone()
  const [all, showAll] = useState(false)
  if (rows.length === 0) return <p className={styles.nothing}>{say('nothingYet')}</p>
  const newest = rows.toReversed()
  return (
    <div className={styles.history}>
      <table aria-label={say('history')}>
        <thead>
          <tr>
            <th scope="col">{say('validFrom')}</th>
            <th scope="col">{say('value')}</th>
            <th scope="col">{say('reason')}</th>
            <th scope="col">{say('enteredBy')}</th>
          </tr>
        </thead>
        <tbody>
          {newest.slice(0, all ? undefined : shownAtFirst).map((row) => (
            <tr key={row.key}>
              <td>
                <KeepDates>{validWords(row.validFrom, say)}</KeepDates>
              </td>
              <td>
                <b>{say('entryOf', { what: row.what, value: changeWords(row) })}</b>
              </td>
              <td>{row.reason}</td>
              <td title={formatDateTime(row.enteredAt, zone)}>
                {row.enteredBy ?? say('byUpdate')}
                {row.enteredBy !== null && (
                  <small>
                    {' '}
                    <KeepDates>{formatDateTime(row.enteredAt, zone).slice(0, 10)}</KeepDates>
                  </small>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!all && rows.length > shownAtFirst && (
        <Button variant="default" size="xs" onClick={() => showAll(true)}>
          {say('showAll', { count: rows.length })}
        </Button>
      )}
    </div>
  )
}

const changeWords = ({ before, value }: HistoryRow) =>
  before === null ? value : `${before} → ${value}`

/** Changes of the past that are being computed; the figures of before stay readable meanwhile. */
export function Applying({ applying }: Pick<Products, 'applying'>) {
  const say = useTexts('settings')
  return (
    <ul className={styles.applying} aria-label={say('applyingNow')}>
      {applying.map(({ by, at, reason, days, done }) => {
        const words = say('applyingOf', {
          done: formatCount(done),
          count: days,
          by: by ?? say('byUpdate'),
          reason,
        })
        return (
          <li key={at.toISOString()}>
            <span>{words}</span>
            <progress aria-label={words} max={Math.max(1, days)} value={done} />
          </li>
        )
      })}
    </ul>
  )
}
