/** How an operator sees a state: the colour band of the card, the timeline and every chart. */
export type StateBand = 'stop' | 'go' | 'hold' | 'line' | 'dark'

/** What a second of machine time counts as (D13). `offline` is the time without a valid sample. */
export type Category = 'run' | 'alarm' | 'idle' | 'ancillary' | 'unknown' | 'offline'

/** The machine was seen to stand: the time that plan, labels and modes can take out of planned time (D72). */
export const isStandingTime = (category: string): boolean =>
  category === 'idle' || category === 'alarm' || category === 'ancillary'

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

/**
 * Stands where states are drawn in order and only their sums are known: in a gap that the machine's own counters filled (D71). No
 * machine sends it, as codes have 16 bits.
 */
export const recoveredState = -100_000
/** Names the time outside run that was recovered of gaps, which has no cause, where causes are listed. */
export const recoveredName = 'Recovered'

type Row = readonly [
  code: number,
  name: string,
  packml: string | null,
  band: StateBand,
  category: StateCategory,
  external?: 'external',
]

/**
 * The states that a packing machine reports. Adding a machine state means adding one row here: its band and its
 * category are columns, and the filter takes every code of the list. The bands are not the categories (specification §4).
 * The compiler then asks for its word in each language.
 */
const rows = [
  [1, 'Aborting', 'Aborting', 'stop', 'alarm'],
  [2, 'Clearing', 'Clearing', 'stop', 'alarm'],
  [3, 'Aborted', 'Aborted', 'stop', 'alarm'],
  [4, 'Completed', 'Complete', 'stop', 'idle'],
  [5, 'Stopped', 'Stopped', 'stop', 'idle'],
  [6, 'Stopping', 'Stopping', 'stop', 'ancillary'],
  [7, 'Resetting', 'Resetting', 'stop', 'ancillary'],
  [8, 'Idle', 'Idle', 'go', 'idle'],
  [9, 'Starting', 'Starting', 'go', 'ancillary'],
  [10, 'Execute', 'Execute', 'go', 'run'],
  [11, 'Completing', 'Completing', 'go', 'run'],
  [12, 'Holding', 'Holding', 'hold', 'ancillary'],
  [13, 'Held (No Production)', 'Held', 'hold', 'idle'],
  [14, 'Unholding', 'Unholding', 'hold', 'ancillary'],
  [15, 'Suspending', 'Suspending', 'hold', 'ancillary', 'external'],
  [16, 'Suspended', 'Suspended', 'hold', 'idle', 'external'],
  [17, 'Unsuspending', 'Unsuspending', 'hold', 'ancillary', 'external'],
  [18, 'Pack Block', null, 'line', 'alarm'],
  [19, 'Downstream', null, 'line', 'idle', 'external'],
  [20, 'Low Film', null, 'line', 'runWhileCounting'],
  [21, 'Film Snap', null, 'line', 'alarm'],
  [22, 'Reg Film Alarm', null, 'line', 'alarm'],
  [23, 'Min Pack', null, 'line', 'runWhileCounting'],
  [24, 'Max Pack', null, 'line', 'runWhileCounting'],
  [25, 'Seal Over Value', null, 'line', 'runWhileCounting'],
  [26, 'Seal Under Value', null, 'line', 'runWhileCounting'],
] as const satisfies readonly Row[]

/** The codes of the list, so that a word that a language lacks does not compile. */
export type StateCode = (typeof rows)[number][0]

const stateOf = ([code, name, packml, band, category, external]: Row): MachineState => ({
  code,
  name,
  packml,
  band,
  category,
  external: external === 'external',
})

export const machineStates: readonly MachineState[] = rows.map(stateOf)

/** The code of a machine whose state was never reported. */
export const unknownState = -1

/** The lookup of a list of states by their codes; other rooms use `machineState`, which is that of the list above. */
export function stateFinder(states: readonly MachineState[]) {
  const byCode = new Map(states.map((state) => [state.code, state]))
  return (code: number): MachineState =>
    byCode.get(code) ?? {
      code,
      name: code === unknownState ? 'Unknown' : `State ${code}`,
      packml: null,
      band: 'dark',
      category: 'unknown',
      external: false,
    }
}

/** Any code has a name and a band; one that is not in the table is unknown, never an error (D13). */
export const machineState = stateFinder(machineStates)

/** Texts of a mode that is production; ISA-TR88.00.02 gives it the number 1. */
const production: ReadonlySet<string> = new Set(['production', 'producing', '1'])
/** Texts that say no mode: as if none had been sent. */
const nothing: ReadonlySet<string> = new Set(['', '0', 'invalid', 'undefined'])

/** Texts that are no other mode, as `unitModeKey` makes them. */
export const plainUnitModes: readonly string[] = [...production, ...nothing]

/** How texts of a mode are compared: without spaces around them, upper and lower case alike. */
export const unitModeKey = (mode: string): string => mode.trim().toLowerCase()

/**
 * The mode that a text stands for where it is another one than production, without spaces around it; empty where not-run time stays planned
 * (D72). Further texts may be production for a client.
 */
export function otherUnitMode(mode: string): string {
  const key = unitModeKey(mode)
  return production.has(key) || nothing.has(key) ? '' : mode.trim()
}

/** A time without a break that a machine spent in one unit mode other than production; ms since 1970, `to` is not part of it. */
export type ModeSpan = { readonly from: number; readonly to: number; readonly mode: string }

/** Joins a stretch to the last one of a list where it goes on with it, and else adds it. */
export function addModeSpan(spans: ModeSpan[], { from, to, mode }: ModeSpan): void {
  const last = spans.at(-1)
  if (last !== undefined && last.to === from && last.mode === mode) {
    spans[spans.length - 1] = { from: last.from, to, mode }
  } else spans.push({ from, to, mode })
}
