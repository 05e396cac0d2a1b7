import { type PlantMachine, type PlantProduct, packsPacks } from '../plantLayout.ts'
import type { ProductionDay } from '../shift/shifts.ts'
import { type DayStop, reasonFor, type StopReason } from './dayStop.ts'
import {
  type DayAlarm,
  type DayAudit,
  type MachineDay,
  madeAt,
  type Piece,
  rejectedAt,
} from './machineDay.ts'
import { isRunning, poweredOff } from './states.ts'
import {
  type AlarmName,
  alarmText,
  type Setting,
  type StoryChange,
  type UnitMode,
} from './story.ts'

const settingWords: Record<Setting, string> = {
  setSpeed: 'Speed set point (ppm)',
  sealFront: 'Seal temperature front jaw (°C)',
  sealRear: 'Seal temperature rear jaw (°C)',
  finSeal: 'Fin seal temperature (°C)',
  filmTension: 'Film tension (%)',
  knifePhase: 'Knife phase (°)',
}

/** On the panel of a machine that has no film. */
const packerWords: Partial<Record<Setting, string>> = {
  sealFront: 'Guide width (mm)',
  filmTension: 'Infeed belt speed (%)',
  knifePhase: 'Drive phase (°)',
}

/** Groups of alarms that need film or jaws. */
const filmGroups: readonly string[] = ['Film', 'Jaws', 'Seal']

/** The record of a running machine's day: piece by piece what it makes, its alarms, what is changed on its panel. */
export class DayBook {
  user = ''
  unitMode: UnitMode = 'Production'
  /** Why the machine would stand, if a stop began now. */
  reason: StopReason = reasonFor('startUp')

  readonly #machine: PlantMachine
  readonly #day: ProductionDay
  readonly #settings: Record<Setting, number>
  readonly #usualRejects: number
  readonly #pieces: Piece[] = []
  readonly #alarms: DayAlarm[] = []
  readonly #audits: DayAudit[] = []
  readonly #stops: DayStop[] = []
  #stop: Omit<DayStop, 'to'> | undefined
  #product: PlantProduct
  #batchMade = 0
  #counters: Piece['counters'] = 'goOn'

  constructor(begin: {
    machine: PlantMachine
    day: ProductionDay
    product: PlantProduct
    /** What was set on the panel before; a speed of 0 was not set yet. */
    settings: Record<Setting, number>
    usualRejectsPer10k: number
  }) {
    this.#machine = begin.machine
    this.#day = begin.day
    this.#product = begin.product
    this.#settings = begin.settings
    this.#usualRejects = begin.usualRejectsPer10k
  }

  /** From now on the machine is in another state; returns in tenths of a pack per minute what then leaves it. */
  enter(at: number, state: number, pace: number, rejectsPer10k = this.#usualRejects): number {
    const last = this.#pieces.at(-1)
    const paceTenths = Math.round(this.#settings.setSpeed * pace)
    this.#pieces.push({
      from: at,
      state,
      paceTenths,
      setTenths: this.#settings.setSpeed,
      product: this.#product.name,
      tool: this.#product.tool,
      user: this.user,
      unitMode: this.unitMode,
      made: last ? madeAt(last, at) : 0,
      batchMade: this.#batchMade,
      rejected: last ? rejectedAt(last, at) : 0,
      rejectsPer10k,
      counters: this.#counters,
    })
    this.#counters = 'goOn'
    if (state === poweredOff || isRunning(state, paceTenths > 0)) this.#endStop(at)
    else this.#stop ??= { from: at, ...this.reason }
    return paceTenths
  }

  /** Since when and why the machine does not run; undefined while it does. */
  get down(): Omit<DayStop, 'to'> | undefined {
    if (this.#stop) return this.#stop
    const last = this.#pieces.at(-1)
    if (last?.state !== poweredOff) return undefined
    return { from: last.from, ...reasonFor('shutDown') }
  }

  #endStop(to: number) {
    if (this.#stop) this.#stops.push({ ...this.#stop, to })
    this.#stop = undefined
  }

  /** The next piece begins a batch, or the life of a new controller. */
  openBatch(at: number, counters: 'newBatch' | 'exchange') {
    const last = this.#pieces.at(-1)
    this.#counters = counters
    this.#batchMade = last ? madeAt(last, at) : 0
  }

  loadProduct(product: PlantProduct, at: number) {
    this.#audits.push({
      at,
      userGroup: 'Operator',
      description: 'Recipe loaded',
      valueBefore: this.#product.name,
      valueAfter: product.name,
    })
    this.#product = product
  }

  setSpeed(tenths: number, at: number) {
    const before = this.#settings.setSpeed
    this.#settings.setSpeed = tenths
    if (before === 0 || before === tenths) return
    this.#audits.push({
      at: Math.max(at, this.#day.from),
      userGroup: 'Operator',
      description: settingWords.setSpeed,
      valueBefore: (before / 10).toFixed(1),
      valueAfter: (tenths / 10).toFixed(1),
    })
  }

  adjust({ by, setting, change }: StoryChange, at: number) {
    if (change === 0) return
    const before = this.#settings[setting]
    const after = before + change
    this.#settings[setting] = after
    this.#audits.push({
      at: Math.max(at, this.#day.from),
      userGroup: by,
      description:
        (packsPacks(this.#machine.kind) && packerWords[setting]) || settingWords[setting],
      valueBefore: String(before),
      valueAfter: String(after),
    })
  }

  raise(name: AlarmName, at: number, lasts: number) {
    const raisedAt = Math.max(Math.round(at), this.#day.from)
    const text = alarmText(name)
    if (packsPacks(this.#machine.kind) && filmGroups.includes(text.group)) return
    this.#alarms.push({
      ...text,
      description: this.#machine.alarmWords?.[name] ?? text.description,
      raisedAt,
      clearedAt: raisedAt + Math.max(500, Math.round(lasts)),
    })
  }

  /** What of the running story lies after an instant comes later by so many ms: the machine stood for its line meanwhile. */
  postponeStory(after: number, ms: number) {
    const later = (at: number) => (at > after ? at + ms : at)
    this.#alarms.forEach(({ raisedAt, clearedAt, ...text }, index) => {
      this.#alarms[index] = { ...text, raisedAt: later(raisedAt), clearedAt: later(clearedAt) }
    })
    this.#audits.forEach(({ at, ...audit }, index) => {
      this.#audits[index] = { ...audit, at: later(at) }
    })
  }

  /** What of the running story lies after an instant does not happen. */
  cutStory(after: number) {
    const alarms = this.#alarms.filter(({ raisedAt }) => raisedAt <= after)
    const audits = this.#audits.filter(({ at }) => at <= after)
    this.#alarms.splice(0, this.#alarms.length)
    for (const alarm of alarms) {
      this.#alarms.push({ ...alarm, clearedAt: Math.min(alarm.clearedAt, after + 500) })
    }
    this.#audits.splice(0, this.#audits.length, ...audits)
  }

  /** The day as it was; events of a story after its end are left out. */
  close(): MachineDay {
    const machine = this.#machine
    const day = this.#day
    this.#endStop(day.to)
    const byTime = (a: { raisedAt: number }, b: { raisedAt: number }) => a.raisedAt - b.raisedAt
    return {
      machine,
      from: day.from,
      to: day.to,
      pieces: this.#pieces,
      alarms: this.#alarms
        .filter((alarm) => alarm.raisedAt < day.to - 1)
        .map((alarm) => ({ ...alarm, clearedAt: Math.min(alarm.clearedAt, day.to - 1) }))
        .sort(byTime),
      audits: this.#audits.filter((audit) => audit.at < day.to).sort((a, b) => a.at - b.at),
      stops: this.#stops,
    }
  }
}
