import {
  type Arrival,
  countingAlarms,
  countingAudits,
  countingSamples,
  type RawAlarm,
  type RawAudit,
  type RawBook,
  type RawPlan,
} from './rawRecords.ts'
import type { Dated } from './referenceDated.ts'
import type { ModeRule } from './referenceModes.ts'
import {
  holdAt,
  kindSetAt,
  type RawChange,
  settingEdges,
  targetSetAt,
} from './referenceSettings.ts'
import type { StateKind } from './referenceStates.ts'
import { type Timeline, timelineOf } from './referenceTimeline.ts'

export type RawMachineType = {
  readonly label: string
  readonly holdMs: number
  readonly designPpm: number | null
  readonly categories: Readonly<Record<number, StateKind>>
  /** D59, D74: below it a stop is a micro-stop; 120 s where none holds. */
  readonly thresholds: readonly (Dated & { readonly seconds: number })[]
}

export type RawMachine = {
  readonly serialNo: string
  /** Empty: it stands in none. */
  readonly line: string
  readonly type: RawMachineType
  readonly targetPpm: number | null
}

/** A client as it is set up, and everything that its machines said. */
export type RawPlant = {
  readonly seed: number
  readonly name: string
  readonly premium: boolean
  readonly zone: string
  /** In the middle of its records, where the clocks of its zone change if they do. */
  readonly around: number
  readonly machines: readonly RawMachine[]
  /** D22: the target speed of a product, null where its recipe names none. */
  readonly recipes: ReadonlyMap<string, number | null>
  readonly arrivals: readonly Arrival[]
  /** When it means to produce; undefined: nothing was ever planned. */
  readonly plan?: RawPlan
  /** Which unit modes are production, beside the usual ones. */
  readonly modes?: readonly ModeRule[]
  /** What was entered with a date, in this order (D98). */
  readonly changes?: readonly RawChange[]
  /** What people said about its stops; undefined: nobody ever did. */
  readonly book?: RawBook
}

/** A machine with its history worked out. */
export type KnownMachine = RawMachine & {
  readonly timeline: Timeline
  /** What its target is estimated from, where that is not the timeline itself. */
  readonly estimatedFrom?: Timeline
  readonly alarms: readonly RawAlarm[]
  readonly audits: readonly RawAudit[]
}

export type KnownPlant = RawPlant & { readonly known: readonly KnownMachine[] }

/** What is known of a machine from the records that had come until then. */
export function knownMachine(
  machine: RawMachine,
  { modes = [], ...plant }: Pick<RawPlant, 'arrivals' | 'recipes' | 'zone' | 'modes' | 'changes'>,
  receivedUntil = Number.POSITIVE_INFINITY,
): KnownMachine {
  const { serialNo } = machine
  const { arrivals, zone } = plant
  const alarms = countingAlarms(arrivals, serialNo, receivedUntil)
  const samples = countingSamples(arrivals, serialNo, receivedUntil)
  const rule = {
    holdMs: (at: number) => holdAt(plant, machine, at),
    targetOf: (product: string, at: number) =>
      targetSetAt(plant, machine, product, at)?.ppm ?? null,
    kindSet: (code: number, at: number) => kindSetAt(plant, machine, code, at),
    edges: settingEdges(plant, machine),
    modes,
    zone,
  }
  const audits = countingAudits(arrivals, serialNo)
  return { ...machine, alarms, audits, timeline: timelineOf(samples, alarms, rule) }
}

/** The machines of a plant by serial number, each followed from its first record to its last. */
export function knownPlant(plant: RawPlant): KnownPlant {
  const known = [...plant.machines]
    .sort((a, b) => (a.serialNo < b.serialNo ? -1 : 1))
    .map((machine) => knownMachine(machine, plant))
  return { ...plant, known }
}
