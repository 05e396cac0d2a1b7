import type { ClientMachine } from '@packboard/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { clientTimesQuery } from '../clients/clientTimesQuery.ts'
import { useOverview } from '../overview/useOverview.ts'
import { useWindowStart } from '../overview/useWindowStart.ts'
import { useReasons } from '../reasons/useReasons.ts'
import { ProgressLine } from '../shiftProgress/ProgressLine.tsx'
import { useShiftProgress } from '../shiftProgress/useShiftProgress.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { useWakeLock } from '../wall/useWakeLock.ts'
import type { Answering } from './answering.ts'
import { answeredBy } from './answersOf.ts'
import { MachineStops } from './MachineStops.tsx'
import { OperatorHead } from './OperatorHead.tsx'
import styles from './OperatorPage.module.css'
import { operatorStopsQuery } from './operatorQueries.ts'
import { useAnswers } from './useAnswers.ts'
import { whileKnown } from './whileKnown.ts'

/** The machines of a line, or of the link of a tablet: how their shift goes, and why they stand. */
export function OperatorPage({
  clientId,
  answering,
  place,
  machines,
  open,
  choose,
  changePlace,
}: {
  clientId: number
  answering: Answering
  /** Name of the line, or where the tablet is. */
  place: string
  machines: readonly ClientMachine[]
  open: string
  choose: (machineId: string) => void
  changePlace?: () => void
}) {
  useWakeLock()
  const start = useWindowStart()
  const serialNos = machines.map(({ machineId }) => machineId)
  const feed = useOverview(clientId, serialNos, start.from)
  const reasons = useReasons(clientId)
  const answers = useAnswers(clientId, reasons, answering.key)
  const progress = useShiftProgress(clientId)
  const { data: plan } = useQuery(clientTimesQuery(clientId))
  // All machines of the line: what was loaded before can be answered without a network.
  const stops = useQueries({
    queries: serialNos.map((serialNo) => operatorStopsQuery(clientId, serialNo, plan)),
  })
  const waitingOf = (index: number) => {
    const data = stops[index]?.data
    if (!data) return 0
    const rows = [...(data.open ? [data.open] : []), ...data.unnamed]
    return rows.filter((stop) => answeredBy(stop, answers) === null).length
  }
  const shown = stops[serialNos.indexOf(open)]
  const own = progress?.machines.find(({ machineId }) => machineId === open)
  return (
    <>
      <OperatorHead
        {...{ answering, place, machines, open, choose, feed, answers }}
        counts={machines.map((_, index) => waitingOf(index))}
        {...(changePlace && { changePlace })}
      />
      <main id="main" className={styles.page} tabIndex={-1}>
        {progress?.shift && own && (
          <ProgressLine
            packs={own}
            machines={[own]}
            shift={progress.shift}
            at={progress.at}
            large
          />
        )}
        {shown && (
          <MachineStops
            key={open}
            {...{ clientId, feed, reasons, answers }}
            serialNo={open}
            query={whileKnown(shown)}
          />
        )}
      </main>
      <Toasts />
    </>
  )
}
