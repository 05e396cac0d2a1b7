import type { AlarmElement } from '../packml/alarms.ts'
import { plainWord } from '../stateWords.ts'
import type { Below } from './browse.ts'
import {
  type Facts,
  type MachineModel,
  number,
  type Read,
  type ValueReader,
} from './machineModel.ts'
import { numberOf, shortText } from './values.ts'

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
    ? ['WS_Cur_Prog', (value) => modeOf(value, programs)]
    : ['WS_Cur_Mode', (value) => modeOf(value, operatingModes)]
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

function modeOf(value: unknown, names: ReadonlyMap<number, string>): Read | null {
  const given = numberOf(value)
  if (given === undefined) return { wrong: 'not a number' }
  const unitMode = names.get(given) ?? String(given)
  return unitMode === '' ? null : { facts: { unitMode } }
}
