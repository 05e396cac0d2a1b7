import type { MachineRecord } from '@packboard/model'
import type { AlarmElement, AlarmPlace, Interlock } from '../packml/alarms.ts'
import type { Below } from './browse.ts'

type Sample = Extract<MachineRecord, { kind: 'sample' }>
export type Facts = Omit<Sample, 'kind' | 'serialNo' | 'at' | 'sequence' | 'death' | 'alive'>

export type Read = {
  readonly facts?: Facts
  readonly wrong?: string
  /** Of a state: what it was read from. */
  readonly rawState?: number | 'words'
}

/** A variable that becomes values of a sample. */
export type ValueReader = readonly [
  name: string,
  read: (value: unknown, about: AboutValue) => Read | null,
]

export type AboutValue = {
  /** The lengths of an array of several dimensions, the outer one first; its elements are one list. */
  readonly shape: readonly number[]
  /** The state that the dictionary of the machine has for a number. */
  stateOf(number: number): number | undefined
}

/** How a companion specification names what a machine says. */
export type MachineModel = {
  /** Their order numbers their samples, so it never changes. */
  readonly values: readonly ValueReader[]
  readonly interlocks: readonly (readonly [name: string, which: Interlock])[]
  /** States that it has beside those of PackML, by their plain words. */
  readonly words: ReadonlyMap<string, number>
  /** The variables that alarms are read from: `withAlarms`, and those of stop reasons. */
  alarmNodes(below: Below, withAlarms: boolean): readonly string[]
  /** What is raised now, of each place whose variables are good. */
  alarmLists(given: {
    readonly below: Below
    readonly withAlarms: boolean
    contentOf(name: string): unknown
    ownTime(date: unknown): number | undefined
  }): readonly { readonly place: AlarmPlace; readonly elements: readonly AlarmElement[] }[]
  /** Everything optional that is understood, in the order in which it is shown. */
  readonly parts: readonly string[]
}

export function number(value: number | undefined, says: (value: number) => Facts): Read {
  return value === undefined ? { wrong: 'not a number' } : { facts: says(value) }
}
