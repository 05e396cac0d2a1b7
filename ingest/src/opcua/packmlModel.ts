import { stateTimesLimit, stateTimesOf } from '@packboard/model'
import { type AlarmElement, type AlarmPlace, groupOf } from '../packml/alarms.ts'
import { alarmElements } from './limits.ts'
import {
  type AboutValue,
  type Facts,
  type MachineModel,
  number,
  type Read,
  type ValueReader,
} from './machineModel.ts'
import { elementsOf, fieldOf, numberOf, shortText } from './values.ts'

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
