import type { StopRow } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import type { ProductionFilter } from '../filter/filter.ts'
import { useTexts } from '../i18n/useTexts.ts'
import styles from './RootOfStop.module.css'
import { causeText } from './stopNames.tsx'
import { searchOfStop } from './windowAround.ts'

export type WaitingStop = {
  readonly stop: Pick<StopRow, 'waitsFor'>
  /** The page that it leads to; absent on a tablet, which has no page of another machine's stop. */
  readonly leads?: { readonly clientId: number; readonly filter: ProductionFilter }
}

/** `waits for FW-301: film`, as the way to the stop of the root. */
export function RootOfStop({ stop: { waitsFor }, leads }: WaitingStop) {
  const say = useTexts('line')
  if (!waitsFor) return null
  const { machineId, from, cause } = waitsFor
  const text =
    machineId === null
      ? say('waitsOutside')
      : cause === ''
        ? say('waitsFor', { machine: machineId })
        : say('waitsForCause', { machine: machineId, cause: causeText(waitsFor) })
  if (machineId === null || from === null || !leads) {
    return <small className={styles.waits}>{text}</small>
  }
  return (
    <small className={styles.waits}>
      <Link
        to="/admin/productionData/$clientId/$machineId"
        params={{ clientId: String(leads.clientId), machineId }}
        search={searchOfStop(leads.filter, { start: from, end: from })}
        onClick={(event) => event.stopPropagation()}
      >
        {text}
      </Link>
    </small>
  )
}
