/** How an operator sees a state: the colour band of the card, the timeline and every chart. */
export type StateBand = 'stop' | 'go' | 'hold' | 'line' | 'dark'

/** What a second of machine time counts as (D13). `offline` is the time without a valid sample. */
export type Category = 'run' | 'alarm' | 'idle' | 'ancillary' | 'unknown' | 'offline'

/**
 * The category a state gives to its time. `runWhileCounting` is a warning during which the machine may continue to
 * pack: run while the pack counter moves, alarm otherwise (D13).
 */
export type StateCategory = 'run' | 'alarm' | 'idle' | 'ancillary' | 'unknown' | 'runWhileCounting'

export type MachineState = {
  readonly code: number
  readonly name: string
  /** The ISA-TR88 (PackML) state that it stands for; null marks a maker's own code. */
  readonly packml: string | null
  readonly band: StateBand
  readonly category: StateCategory
  /** The machine is healthy, the line is not (D13): taken out of Machine OEEE (D20). */
  readonly external: boolean
}

type Row = readonly [
  code: number,
  name: string,
  packml: string | null,
  category: StateCategory,
  external?: 'external',
]

/** The 26 states that a packing machine reports. Adding a machine state means adding one row here. */
const rows: readonly Row[] = [
  [1, 'Aborting', 'Aborting', 'alarm'],
  [2, 'Clearing', 'Clearing', 'alarm'],
  [3, 'Aborted', 'Aborted', 'alarm'],
  [4, 'Completed', 'Complete', 'idle'],
  [5, 'Stopped', 'Stopped', 'idle'],
  [6, 'Stopping', 'Stopping', 'ancillary'],
  [7, 'Resetting', 'Resetting', 'ancillary'],
  [8, 'Idle', 'Idle', 'idle'],
  [9, 'Starting', 'Starting', 'ancillary'],
  [10, 'Execute', 'Execute', 'run'],
  [11, 'Completing', 'Completing', 'run'],
  [12, 'Holding', 'Holding', 'ancillary'],
  [13, 'Held (No Production)', 'Held', 'idle'],
  [14, 'Unholding', 'Unholding', 'ancillary'],
  [15, 'Suspending', 'Suspending', 'ancillary', 'external'],
  [16, 'Suspended', 'Suspended', 'idle', 'external'],
  [17, 'Unsuspending', 'Unsuspending', 'ancillary', 'external'],
  [18, 'Pack Block', null, 'alarm'],
  [19, 'Downstream', null, 'idle', 'external'],
  [20, 'Low Film', null, 'runWhileCounting'],
  [21, 'Film Snap', null, 'alarm'],
  [22, 'Reg Film Alarm', null, 'alarm'],
  [23, 'Min Pack', null, 'runWhileCounting'],
  [24, 'Max Pack', null, 'runWhileCounting'],
  [25, 'Seal Over Value', null, 'runWhileCounting'],
  [26, 'Seal Under Value', null, 'runWhileCounting'],
]

/** The colour bands of specification §4; they are not the categories. */
function bandOf(code: number): StateBand {
  if (code >= 1 && code <= 7) return 'stop'
  if (code >= 8 && code <= 11) return 'go'
  if (code >= 12 && code <= 17) return 'hold'
  if (code >= 18 && code <= 26) return 'line'
  return 'dark'
}

export const machineStates: readonly MachineState[] = rows.map(
  ([code, name, packml, category, external]) => ({
    code,
    name,
    packml,
    band: bandOf(code),
    category,
    external: external === 'external',
  }),
)

const byCode = new Map(machineStates.map((state) => [state.code, state]))

/** The code of a machine whose state was never reported. */
export const unknownState = -1

/** Any code has a name and a band; one that is not in the table is unknown, never an error (D13). */
export function machineState(code: number): MachineState {
  return (
    byCode.get(code) ?? {
      code,
      name: code === unknownState ? 'Unknown' : `State ${code}`,
      packml: null,
      band: 'dark',
      category: 'unknown',
      external: false,
    }
  )
}
