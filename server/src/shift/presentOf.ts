import type { ShiftPage } from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import { machineState } from '@packboard/model'
import type { MachineMoment, UnplannedSpans } from '@packboard/telemetry/read'
import { byText } from '../figures/contextSums.ts'
import { serialsOf } from '../records/recordsWire.ts'

/** The worse state first, as the bands of the overview: stopped, line, held, unknown, ready. */
const worseFirst = ['stop', 'line', 'hold', 'dark', 'go'] as const
const rankOf = (state: number) => worseFirst.indexOf(machineState(state).band)

/** Which machines run, and which report and do not run outside of breaks and closed time. */
export function presentOf(
  machines: readonly ClientMachine[],
  moments: readonly MachineMoment[],
  { at, unplanned }: { readonly at: Date; readonly unplanned: UnplannedSpans },
): NonNullable<ShiftPage['now']> {
  const serialOf = serialsOf(machines)
  const reporting = moments.filter(({ offline }) => !offline)
  const runs = ({ state }: MachineMoment) =>
    ['run', 'runWhileCounting'].includes(machineState(state).category)
  const isPlanned = ({ machineId }: MachineMoment) =>
    (unplanned.get(machineId) ?? []).some(
      ({ from, to }) => from <= at.getTime() && at.getTime() < to,
    )
  return {
    running: reporting.filter(runs).length,
    reporting: reporting.length,
    standing: reporting
      .filter((moment) => !runs(moment) && !isPlanned(moment))
      .map(({ machineId, state, stateSince, reason }) => ({
        ...{ machineId: serialOf(machineId), state, since: stateSince, reason },
      }))
      .sort(
        (a, b) =>
          rankOf(a.state) - rankOf(b.state) ||
          (a.since?.getTime() ?? 0) - (b.since?.getTime() ?? 0) ||
          byText(a.machineId, b.machineId),
      ),
  }
}
