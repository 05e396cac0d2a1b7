import type { StopRow } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import type { ProductionFilter } from '../filter/filter.ts'
import { useTexts } from '../i18n/useTexts.ts'
import styles from './stopNames.module.css'
import { causeText } from './stopNames.tsx'
import { searchOfStop } from './windowAround.ts'

/** `waits for FW-301: film`, as the way to the stop of the root; nothing where no other machine stopped it. */
export function WaitsForRoot({
  stop: { waitsFor },
  leads,
}: {
  stop: Pick<StopRow, 'waitsFor'>
  /** The page that it leads to; absent on a tablet, which has no page of another machine's stop. */
  leads?: { readonly clientId: number; readonly filter: ProductionFilter }
}) {
  const say = useTexts('stops')
  if (!waitsFor) return null
  const { machineId, from } = waitsFor
  const text =
    machineId === null
      ? say('waitsOutside')
      : waitsFor.cause === ''
        ? say('waitsForMachine', { machine: machineId })
        : say('waitsFor', { machine: machineId, cause: causeText(waitsFor) })
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
