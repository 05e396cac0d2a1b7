import { type MachineRecord, stateTimesLimit, stateTimesOf } from '@packboard/model'
import { type AlarmElement, type AlarmPlace, groupOf, type Interlock } from '../packml/alarms.ts'
import { plainWord } from '../stateWords.ts'
import { alarmElements } from './limits.ts'
import { type Below, elementsOf, fieldOf, numberOf, shortText } from './values.ts'

type Sample = Extract<MachineRecord, { kind: 'sample' }>
export type Facts = Omit<Sample, 'kind' | 'serialNo' | 'at' | 'sequence' | 'death' | 'alive'>

export type Read = {
  readonly facts?: Facts
  readonly wrong?: string
  /** Of a state: what it was read from. */
  readonly rawState?: number | 'words'
}

/** A variable that becomes values of a sample. */
type ValueReader = readonly [name: string, read: (value: unknown, about: AboutValue) => Read | null]

type AboutValue = {
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

function number(value: number | undefined, says: (value: number) => Facts): Read {
  return value === undefined ? { wrong: 'not a number' } : { facts: says(value) }
}

/** It changes each second, and gaps are repaired by what it says every few. */
export const cumulativeTime = 'Admin/StateCumulativeTime'

const values: readonly ValueReader[] = [
  ['Status/CurMachSpeed', (value) => number(numberOf(value), (speedPpm) => ({ speedPpm }))],
  ['Status/MachSpeed', (value) => number(numberOf(value), (setSpeedPpm) => ({ setSpeedPpm }))],
  ['Status/UnitModeCurrent', modeOf],
  ['Status/Product', productOf],
  [
    'Admin/ProdProcessedCount',
    (value) =>
      count(value, (first) => ({
        ...put('packCounter', fieldOf(first, 'AccCount')),
        ...put('batchCounter', fieldOf(first, 'Count')),
      })),
  ],
  [
    'Admin/ProdDefectiveCount',
    (value) => count(value, (first) => put('rejectCounter', fieldOf(first, 'AccCount'))),
  ],
  [cumulativeTime, stateTimes],
]

const interlocks = [
  ['Status/EquipmentBlocked', 'Blocked'],
  ['Status/EquipmentStarved', 'Starved'],
] as const

const alarmArrays = [
  ['Alarm', 'Admin/Alarm', 'Admin/AlarmExtent'],
  ['StopReason', 'Admin/StopReason', 'Admin/StopReasonExtent'],
] as const

/** OPC 30050. */
export const packmlModel: MachineModel = {
  values,
  interlocks,
  words: new Map(),
  alarmNodes: (_below, withAlarms) =>
    alarmArrays.flatMap(([place, name, extent]) =>
      place === 'Alarm' && !withAlarms ? [] : [name, extent],
    ),
  alarmLists: ({ contentOf, ownTime, withAlarms }) =>
    alarmArrays.flatMap(([place, name, extent]) => {
      const value = contentOf(name)
      if (value === undefined || (place === 'Alarm' && !withAlarms)) return []
      // The size of the array; some servers leave it 0.
      const size = numberOf(contentOf(extent)) || undefined
      return [{ place, elements: alarmElementsOf(place, value, size, ownTime) }]
    }),
  parts: [...values, ...interlocks, ['Admin/Alarm'], ['Admin/StopReason']].map(([name]) => name),
}

/** The counter of the first product: a machine that makes several counts each, and the first is what leaves it. */
function count(value: unknown, says: (first: unknown) => Facts): Read | null {
  const [first] = elementsOf(value, 1)
  if (first === undefined) return null
  const facts = says(first)
  return Object.keys(facts).length === 0 ? { wrong: 'no counter in it' } : { facts }
}

const put = (name: 'packCounter' | 'batchCounter' | 'rejectCounter', value: unknown): Facts => {
  const read = numberOf(value)
  return read === undefined ? {} : { [name]: read }
}

/** Seconds by mode and state, as numbers of PackML: a state is the sum of its modes. A server that counts nothing has zeros. */
function stateTimes(value: unknown, { shape, stateOf }: AboutValue): Read | null {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return null
  const all = Array.from(value as ArrayLike<unknown>, Number)
  const states = shape.at(-1) ?? all.length
  const sums = new Map<number, number>()
  for (const [index, seconds] of all.entries()) {
    const state = stateOf(index % states)
    if (state === undefined || !(seconds >= 0)) continue
    if (sums.size >= stateTimesLimit && !sums.has(state)) continue
    sums.set(state, (sums.get(state) ?? 0) + seconds * 1_000)
  }
  if ([...sums.values()].every((ms) => ms === 0)) return null
  return { facts: { stateTimes: stateTimesOf(sums) } }
}

/** ProductionMaintenanceModeEnum; modes of a maker stay numbers. */
const modes = ['', 'Production', 'Maintenance', 'Manual']
function modeOf(value: unknown): Read | null {
  const unitMode = modes[Number(value)] ?? shortText(value).slice(0, 64)
  return unitMode === '' ? null : { facts: { unitMode } }
}

function productOf(value: unknown): Read | null {
  const [first] = elementsOf(value, 1)
  const id = numberOf(fieldOf(first, 'ProductID'))
  return id === undefined || id === 0 ? null : { facts: { product: String(id) } }
}

/** The elements of `Admin.Alarm` or `Admin.StopReason` that are raised. */
function alarmElementsOf(
  place: AlarmPlace,
  value: unknown,
  extent: number | undefined,
  ownTime: (date: unknown) => number | undefined,
): AlarmElement[] {
  const most = Math.min(extent ?? alarmElements, alarmElements)
  return elementsOf(value, most).flatMap((element) => {
    const id = numberOf(fieldOf(element, 'ID')) ?? 0
    // A stop reason has no trigger: it is there or it is not.
    if (place === 'Alarm' ? fieldOf(element, 'Trigger') !== true : id === 0) return []
    const message = shortText(fieldOf(element, 'Message'))
    const category = numberOf(fieldOf(element, 'Category'))
    const group = groupOf(place, category)
    return [{ id, message, group, raisedAt: ownTime(fieldOf(element, 'DateTime')) }]
  })
}

/** The state machine of a machine; it is a subtype of that of PackML, with machines inside Held and Suspended. */
export const wsState = 'WS_Cur_State'

/** WSProgramEnumerationType. Starting up and running down are phases of production. */
const programs: ReadonlyMap<number, string> = new Map([
  [0, ''],
  [1, 'Production'],
  [2, 'Production'],
  [4, 'Production'],
  [8, 'Clean'],
  [16, 'Changeover'],
  [32, 'Maintenance'],
  [64, 'Break'],
])

/** WSOperatingModeEnumerationType, for a machine without programs. */
const operatingModes: ReadonlyMap<number, string> = new Map([
  [1, 'Off'],
  [2, 'Manual'],
  [4, 'Production'],
  [8, 'Production'],
])

/**
 * The states inside Held and Suspended, and what they are here: a failure of the machine itself is alarm time; what comes from
 * outside, and waiting for the neighbours of the line, is external.
 */
const words: ReadonlyMap<string, number> = new Map(
  Object.entries({
    EquipmentFailure: 3,
    ExternalFailure: 16,
    Lack: 16,
    LackBranchLine: 16,
    Prepared: 16,
    Tailback: 19,
    TailbackBranchLine: 19,
  }).map(([word, code]) => [plainWord(word), code]),
)

/** Counters of packs, the first one that the machine has: it depends on what the machine makes. */
const packCounters = ['WS_Tot_Packages', 'WS_Tot_Containers', 'WS_Tot_Bottles'] as const
const alarmCode = /^(.*)\/WSAlarmCode$/
const alarmsRead = 200

/** The nodes of a machine, the data points of Weihenstephan also under their own names: these are unique (OPC 40600, 4.1.3). */
export function withDataPoints(below: Below): Below {
  const all = new Map(below)
  for (const [path, node] of below) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (name.startsWith('WS_') && !all.has(name)) all.set(name, node)
  }
  return all
}

/**
 * OPC 40600, Weihenstephan Standards. `perHour`: the unit of its speeds is packs an hour, as the server says it in their
 * engineering units; else it is packs a minute.
 */
export function weihenstephanModel(below: Below, perHour: boolean): MachineModel {
  const speed = (says: (ppm: number) => Facts) => (value: unknown) => {
    const given = numberOf(value)
    return number(given === undefined || !perHour ? given : given / 60, says)
  }
  const packs = packCounters.find((name) => below.has(name)) ?? packCounters[0]
  const mode: ValueReader = below.has('WS_Cur_Prog')
    ? ['WS_Cur_Prog', (value) => unitModeOf(value, programs)]
    : ['WS_Cur_Mode', (value) => unitModeOf(value, operatingModes)]
  const values: readonly ValueReader[] = [
    ['WS_Cur_Mach_Spd', speed((speedPpm) => ({ speedPpm }))],
    ['WS_Set_Mach_Spd', speed((setSpeedPpm) => ({ setSpeedPpm }))],
    mode,
    [packs, (value) => number(numberOf(value), (packCounter) => ({ packCounter }))],
    ['WS_Tot_Rej', (value) => number(numberOf(value), (rejectCounter) => ({ rejectCounter }))],
  ]
  const codes = [...below.keys()].filter((name) => alarmCode.test(name)).slice(0, alarmsRead)
  const messageOf = (name: string) => name.replace(alarmCode, '$1/WSAlarmMessage')
  return {
    values,
    interlocks: [],
    words,
    alarmNodes: (_below, withAlarms) =>
      withAlarms ? codes.flatMap((name) => [name, messageOf(name)]) : [],
    alarmLists({ contentOf, withAlarms }) {
      if (!withAlarms || codes.length === 0) return []
      const elements = codes.flatMap((name): AlarmElement[] => {
        const id = numberOf(contentOf(name)) ?? 0
        const message = shortText(contentOf(messageOf(name)))
        return id === 0 ? [] : [{ id, message, group: 'Weihenstephan', raisedAt: undefined }]
      })
      return [{ place: 'Alarm', elements }]
    },
    parts: [...values.map(([name]) => name), ...(codes.length > 0 ? ['Alarms'] : [])],
  }
}

function unitModeOf(value: unknown, names: ReadonlyMap<number, string>): Read | null {
  const given = numberOf(value)
  if (given === undefined) return { wrong: 'not a number' }
  const unitMode = names.get(given) ?? String(given)
  return unitMode === '' ? null : { facts: { unitMode } }
}
