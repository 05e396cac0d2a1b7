import type { LossWindow } from '@packboard/contract'
import { formatHoursMinutes, formatTimeInState, noFigure } from '@packboard/model'
import type { CSSProperties } from 'react'
import { formatCount, formatDecimals } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useOneStop } from '../ui/useOneStop.ts'
import styles from './Losses.module.css'
import { lossId, lossText } from './lossNames.ts'

/** Seconds as hours and minutes; a loss below zero with a minus. */
export const lossTime = (seconds: number) =>
  `${seconds < 0 ? '−' : ''}${
    Math.abs(seconds) < 3_600
      ? formatTimeInState(Math.abs(seconds))
      : formatHoursMinutes(Math.abs(seconds))
  }`

const shareText = (share: number) => `${formatDecimals(share, 2)} %`

/** The loss tree of one window as a table: the largest loss first, one below zero last and as an outline, and the sum that closes. */
export function LossTable({
  window,
  chosen,
  choose,
  reasonName,
}: {
  window: LossWindow
  /** The id of the open loss. */
  chosen: string | undefined
  choose: (id: string | undefined) => void
  reasonName: (id: string) => string
}) {
  const say = useTexts('losses')
  const oneStop = useOneStop<HTMLTableElement>()
  const { losses, goodSeconds, oeee, plannedSeconds, leftOverSeconds, packsAfterGap } = window
  const largest = losses[0]?.seconds ?? 0
  const lost = losses.reduce((sum, { seconds }) => sum + seconds, 0)
  return (
    <>
      <table ref={oneStop} className={styles.table} aria-label={say('tree')}>
        <thead>
          <tr>
            <th scope="col">{say('kind')}</th>
            <th scope="col" className={styles.barColumn}>
              <span className="spoken">{say('share')}</span>
            </th>
            <th scope="col">{say('share')}</th>
            <th scope="col">{say('time')}</th>
            <th scope="col">{say('stops')}</th>
            <th scope="col">{say('lostPacks')}</th>
          </tr>
        </thead>
        <tbody>
          {losses.map((loss) => {
            const id = lossId(loss)
            const { name, more } = lossText(loss, reasonName)
            const isGain = loss.seconds < 0
            const width = largest > 0 ? (100 * Math.abs(loss.seconds)) / largest : 0
            return (
              <tr key={id} data-chosen={id === chosen} data-gain={isGain}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={id === chosen}
                    onClick={() => choose(id === chosen ? undefined : id)}
                  >
                    <span>{isGain && loss.kind === 'speed' ? say('faster') : name}</span>
                    {more && <small>{more}</small>}
                  </button>
                </th>
                <td className={styles.barColumn}>
                  <span className={styles.track}>
                    {/* Read by the style sheet. */}
                    <i
                      style={{ '--width': `${Math.min(100, width).toFixed(2)}%` } as CSSProperties}
                      data-chart-key
                    />
                  </span>
                </td>
                <td>{shareText(loss.share)}</td>
                <td>{lossTime(loss.seconds)}</td>
                <td>{loss.stops === null ? noFigure : formatCount(loss.stops)}</td>
                <td>{formatCount(loss.lostPacks)}</td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say('good')}</th>
            <td className={styles.barColumn} />
            <td>{shareText(oeee ?? 0)}</td>
            <td>{lossTime(goodSeconds ?? 0)}</td>
            <td />
            <td />
          </tr>
          <tr>
            <th scope="row">{say('planned')}</th>
            <td className={styles.barColumn} />
            <td>{shareText(100)}</td>
            <td>{lossTime(plannedSeconds)}</td>
            <td />
            <td />
          </tr>
        </tfoot>
      </table>
      <p className={styles.closes}>
        {say('closes', {
          good: `${formatDecimals((goodSeconds ?? 0) / 3_600, 3)} h`,
          losses: `${formatDecimals(lost / 3_600, 3)} h`,
          planned: `${formatDecimals(plannedSeconds / 3_600, 3)} h`,
          left: `${formatDecimals(leftOverSeconds, 3)} s`,
        })}
        {packsAfterGap > 0 && ` ${say('afterGap', { packs: formatCount(packsAfterGap) })}`}
      </p>
    </>
  )
}
