import type { ClientMachine, GroupProgress } from '@packboard/contract'
import type { ReactNode } from 'react'
import { formatCount, formatPercent } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { ExplainShift } from '../../shiftProgress/ExplainShift.tsx'
import { AheadOrBehind, ProgressBar } from '../../shiftProgress/ProgressBar.tsx'
import { useShiftProgress } from '../../shiftProgress/useShiftProgress.ts'
import { Figure } from './Figures.tsx'
import styles from './Sums.module.css'

/** The shift of a group against its plan; nothing where a target is missing or no time is planned. */
export function ShiftTarget({
  clientId,
  machines,
  by,
  group,
  children,
}: {
  clientId: number
  machines: readonly ClientMachine[]
  by: GroupProgress['by']
  group: string
  /** The change against an earlier window. */
  children: ReactNode
}) {
  const say = useTexts('shiftProgress')
  const progress = useShiftProgress(clientId)
  const packs = progress?.groups.find((each) => each.by === by && each.key === group)
  if (!progress?.shift || !packs) return null
  const { made, due, ofShift, forecast } = packs
  if (due === null || ofShift === null || ofShift <= 0) return null
  const serialNos = new Set(machines.map(({ machineId }) => machineId))
  const share = formatPercent((100 * due) / ofShift)
  const name = say('targetAndDue', {
    target: formatCount(ofShift),
    due: formatCount(due),
    percent: share,
  })
  return (
    <Figure name={name} wide>
      <span className={styles.progress}>
        <span title={say('made')}>{formatCount(made)}</span>
        <ProgressBar {...{ made, due, ofShift }} />
        <AheadOrBehind {...{ made, due }} />
        {forecast !== null && (
          <small>{say('forecastCount', { count: formatCount(forecast) })}</small>
        )}
        {children}
        <ExplainShift
          {...{ packs }}
          machines={progress.machines.filter(({ machineId }) => serialNos.has(machineId))}
          shift={progress.shift}
          at={progress.at}
        />
      </span>
    </Figure>
  )
}
