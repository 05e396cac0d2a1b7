import { codeOfState, plainWord } from '../../stateWords.ts'

/** A maker's own table (D45): what a number or a text means, as one of the 26 codes. */
type CustomDictionary = {
  readonly numbers: Readonly<Record<string, number>>
  readonly names: Readonly<Record<string, number>>
}

export type StateDictionary = 'iso-tr88' | 'libremfg' | 'tmc' | CustomDictionary

/** Looks a state up; undefined when the dictionary does not hold it. */
type StateLookup = {
  number(value: number): number | undefined
  name(text: string): number | undefined
}

/** ISA-TR88.00.02 numbers, as OPC 30050 repeats them. */
const isoTr88 = [
  'Undefined',
  'Clearing',
  'Stopped',
  'Starting',
  'Idle',
  'Suspended',
  'Execute',
  'Stopping',
  'Aborting',
  'Aborted',
  'Holding',
  'Held',
  'Unholding',
  'Suspending',
  'Unsuspending',
  'Resetting',
  'Completing',
  'Complete',
]

/** The order of libremfg/PackML-MQTT-Simulator: Idle and Clearing are swapped. */
const libremfg = isoTr88.map((name) =>
  name === 'Clearing' ? 'Idle' : name === 'Idle' ? 'Clearing' : name,
)

/** OPC 30060 (tobacco machine communication), StateEnumeration: begins at 0 with Stopped. */
const tmc = [
  'Stopped',
  'Resetting',
  'Idle',
  'Starting',
  'Execute',
  'Completing',
  'Complete',
  'Aborting',
  'Aborted',
  'Stopping',
  'Clearing',
  'Suspending',
  'Suspended',
  'Unsuspending',
  'Holding',
  'Held',
  'Unholding',
]

function standard(numbered: readonly string[]): StateLookup {
  const codes = numbered.map((name) => codeOfState(name))
  return {
    number: (value) => codes[value],
    name: codeOfState,
  }
}

function custom(dictionary: CustomDictionary): StateLookup {
  const names = new Map(
    Object.entries(dictionary.names).map(([name, code]) => [plainWord(name), code] as const),
  )
  const numbers = new Map(Object.entries(dictionary.numbers))
  return {
    number: (value) => numbers.get(String(value)),
    name: (text) => names.get(plainWord(text)) ?? codeOfState(text),
  }
}

const standards = {
  'iso-tr88': standard(isoTr88),
  libremfg: standard(libremfg),
  tmc: standard(tmc),
}

const customs = new WeakMap<CustomDictionary, StateLookup>()

/** The dictionary that a machine's setting names. PackML numbers are not portable, so there is no default (D45). */
export function stateLookup(dictionary: StateDictionary): StateLookup {
  if (typeof dictionary === 'string') return standards[dictionary]
  const known = customs.get(dictionary)
  if (known) return known
  const made = custom(dictionary)
  customs.set(dictionary, made)
  return made
}
