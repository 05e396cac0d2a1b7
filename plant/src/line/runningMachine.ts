import { type AlarmName, alarmText } from '../machine/alarmBook.ts'
import {
  type DayAlarm,
  type DayAudit,
  type MachineDay,
  madeAt,
  type Piece,
  rejectedAt,
} from '../machine/machineDay.ts'
import { poweredOff, State } from '../machine/states.ts'
import {
  breakTime,
  changeover,
  type ExternalStop,
  externalStop,
  handover,
  nextBatch,
  reelChange,
  restart,
  type Setting,
  type Step,
  type Story,
  type StoryChange,
  type StoryName,
  service,
  shutDown,
  tell,
  troubles,
  type UnitMode,
} from '../machine/story.ts'
import type { Random } from '../random.ts'
import type { ProductionDay } from '../shift/productionDay.ts'
import type { Shift } from '../shift/shifts.ts'
import type { PlanItem } from './linePlan.ts'
import type { PlantLine, PlantMachine, PlantProduct } from './plantLayout.ts'

const minute = 60_000
const hour = 60 * minute
const never = Number.POSITIVE_INFINITY

export type MachineOnLine = {
  readonly line: PlantLine
  readonly machine: PlantMachine
  readonly position: number
  readonly day: ProductionDay
  readonly shifts: readonly Shift[]
  readonly plan: readonly PlanItem[]
  readonly products: readonly PlantProduct[]
  readonly random: Random
}

const settingWords: Record<Setting, string> = {
  setSpeed: 'Speed set point (ppm)',
  sealFront: 'Seal temperature front jaw (°C)',
  sealRear: 'Seal temperature rear jaw (°C)',
  finSeal: 'Fin seal temperature (°C)',
  filmTension: 'Film tension (%)',
  knifePhase: 'Knife phase (°)',
}

/** Standing in these is the neighbour's fault; it does not pass the stop on. */
const externalStates: readonly number[] = [
  State.Suspending,
  State.Suspended,
  State.Unsuspending,
  State.Downstream,
]

/** One machine on its way through a day: what it does now, and when something next happens to it. */
export class RunningMachine {
  /** When something next happens, unless a neighbour comes before. */
  next: number
  /** It stands, for a reason of its own, since then: its neighbours will run into it. `never`: it does not. */
  ownStopSince = 0

  private readonly on: MachineOnLine
  private readonly random: Random
  private readonly pieces: Piece[] = []
  private readonly alarms: DayAlarm[] = []
  private readonly audits: DayAudit[] = []
  private mode: 'off' | 'story' | 'running' | 'waiting' | 'over' = 'off'
  private now: number

  private script: readonly Step[] = []
  private scriptStep = 0
  private afterScript: 'run' | 'wait' | 'powerOff' = 'run'
  private wait: ExternalStop | undefined
  private waitFrom = 0
  private releaseAt = never

  private planStep = 0
  private shift = 0
  private productIndex = 0
  private product: PlantProduct
  private user = ''
  private unitMode: UnitMode = 'Production'
  private batchMade = 0
  private counters: Piece['counters'] = 'goOn'

  private usualTenths = 0
  private slow = false
  private slowChangeAt = never
  private readonly usualRejects: number
  private readonly settings: Record<Setting, number>
  private readonly hourlyTroubles: number
  private troubleAt = never
  private reelAt = never
  private reelLeft: number
  private upstream: RunningMachine | undefined
  private downstream: RunningMachine | undefined
  /** How long the belt between two machines lasts. */
  private readonly bufferMs: number

  constructor(on: MachineOnLine) {
    this.on = on
    const random = on.random
    this.random = random
    this.now = on.day.from
    this.product = on.products[0] ?? { name: 'Unnamed', tool: 'Unnamed', targetPpm: 60 }
    this.usualRejects = random.whole(25, 95)
    this.reelLeft = random.between(0.15, 1) * 100 * minute
    this.bufferMs = random.whole(15_000, 45_000)
    this.settings = {
      setSpeed: 0,
      sealFront: random.whole(138, 152),
      sealRear: random.whole(138, 152),
      finSeal: random.whole(150, 164),
      filmTension: random.whole(32, 48),
      knifePhase: random.whole(80, 100),
    }
    this.hourlyTroubles = Object.values(troubles[on.machine.kind]).reduce((sum, n) => sum + n, 0)
    this.chooseSpeed()
    const first = on.shifts[0]
    if (!first) {
      this.enter(poweredOff, 0)
      this.mode = 'over'
      this.next = never
    } else if (first.from <= on.day.from) {
      this.next = this.now
      this.powerOn(first)
    } else {
      this.enter(poweredOff, 0)
      this.next = first.from - random.whole(2 * minute, 6 * minute)
    }
  }

  meet(upstream: RunningMachine | undefined, downstream: RunningMachine | undefined) {
    this.upstream = upstream
    this.downstream = downstream
  }

  /** A neighbour stopped or went on: when does that reach this machine? */
  look() {
    if (this.mode === 'running') this.next = this.nextWhileRunning()
    if (this.mode === 'waiting') this.next = this.nextWhileWaiting()
  }

  /** Does what is due at `next`. */
  advance() {
    this.now = this.next
    switch (this.mode) {
      case 'off':
        this.powerOn(this.on.shifts[this.shift])
        return
      case 'story':
        this.scriptStep += 1
        this.continueScript()
        return
      case 'waiting':
        this.leaveWait()
        return
      case 'running':
        this.whileRunning()
        return
      case 'over':
        this.next = never
    }
  }

  end(): MachineDay {
    const { machine, day } = this.on
    const byTime = (a: { raisedAt: number }, b: { raisedAt: number }) => a.raisedAt - b.raisedAt
    return {
      machine,
      from: day.from,
      to: day.to,
      pieces: this.pieces,
      alarms: this.alarms
        .filter((alarm) => alarm.raisedAt < day.to - 1)
        .map((alarm) => ({ ...alarm, clearedAt: Math.min(alarm.clearedAt, day.to - 1) }))
        .sort(byTime),
      audits: this.audits.filter((audit) => audit.at < day.to).sort((a, b) => a.at - b.at),
    }
  }

  private powerOn(shift: Shift | undefined) {
    if (!shift) return
    this.counters = 'newBatch'
    this.batchMade = this.madeNow()
    this.user = this.operator(shift)
    // Plans of shifts that are over when the machine is switched on again are past.
    while ((this.on.plan[this.planStep]?.at ?? never) < this.now) this.planStep += 1
    this.play(
      [
        { state: State.Stopped, ms: this.random.whole(minute, 5 * minute), pace: 0 },
        ...restart(this.random, this.random.whole(10_000, 60_000)),
      ],
      'run',
    )
  }

  private play(script: readonly Step[], afterwards: typeof this.afterScript) {
    if (this.mode === 'running') this.reelLeft = Math.max(1_000, this.reelAt - this.now)
    this.mode = 'story'
    this.script = script
    this.scriptStep = 0
    this.afterScript = afterwards
    this.continueScript()
  }

  private continueScript() {
    const step = this.script[this.scriptStep]
    if (step) {
      if (step.does) this.change(step.does)
      this.unitMode = step.unitMode ?? 'Production'
      this.enter(step.state, step.pace, step.rejectsPer10k)
      this.next = this.now + Math.max(1, step.ms)
      return
    }
    this.unitMode = 'Production'
    if (this.afterScript === 'powerOff') {
      this.enter(poweredOff, 0)
      const following = this.on.shifts.findIndex(({ from }) => from > this.now)
      const shift = this.on.shifts[following]
      this.mode = shift ? 'off' : 'over'
      this.shift = Math.max(0, following)
      this.next = shift ? Math.max(this.now + 1, shift.from - 4 * minute) : never
    } else if (this.afterScript === 'wait' && this.wait) {
      this.mode = 'waiting'
      this.enter(this.wait.wait, 0)
      this.next = this.nextWhileWaiting()
    } else {
      this.run()
    }
  }

  /** Back in Execute at full speed: draws what comes next. */
  private run() {
    this.mode = 'running'
    this.enter(State.Execute, 1)
    this.troubleAt = this.now + this.chanceTime(hour / this.hourlyTroubles)
    if (this.slowChangeAt === never) this.slowChangeAt = this.now + this.chanceTime(1.6 * hour)
    this.reelAt = this.now + this.reelLeft
    this.next = this.nextWhileRunning()
  }

  private chanceTime(mean: number): number {
    return Math.max(800, Math.round(this.random.exponential(mean)))
  }

  private planDue(): number {
    return this.on.plan[this.planStep]?.at ?? never
  }

  private blockedAt(neighbour: RunningMachine | undefined): number {
    if (!neighbour || neighbour.ownStopSince === never) return never
    return neighbour.ownStopSince + this.bufferMs
  }

  private nextWhileRunning(): number {
    const due = Math.min(
      this.planDue(),
      this.troubleAt,
      this.slowChangeAt,
      this.reelAt,
      this.blockedAt(this.upstream),
      this.blockedAt(this.downstream),
    )
    return Math.max(this.now + 1, Math.round(due))
  }

  private nextWhileWaiting(): number {
    const held = [this.upstream, this.downstream].some(
      (neighbour) => this.blockedAt(neighbour) !== never,
    )
    if (held) this.releaseAt = never
    else if (this.releaseAt === never) {
      // Packs need some seconds over the belt before the machine is released.
      const freed = Math.max(this.upstream?.now ?? 0, this.downstream?.now ?? 0, this.now)
      this.releaseAt = freed + Math.round(1_500 + this.bufferMs / 8)
    }
    return Math.max(this.now + 1, Math.min(this.releaseAt, this.planDue()))
  }

  private whileRunning() {
    const { random, now } = this
    const kind = this.on.machine.kind
    const plan = this.on.plan[this.planStep]
    if (plan && plan.at <= now) {
      this.planStep += 1
      this.keepTo(plan)
    } else if (this.blockedAt(this.downstream) <= now) {
      this.standFor('downstream')
    } else if (this.blockedAt(this.upstream) <= now) {
      this.standFor('upstream')
    } else if (this.reelAt <= now) {
      this.follow(reelChange(random, kind))
      this.reelLeft = random.whole(70 * minute, 120 * minute)
    } else if (this.slowChangeAt <= now) {
      this.changeSpeed()
    } else if (this.troubleAt <= now) {
      this.follow(tell(this.pickTrouble(), kind, random))
    } else {
      this.next = this.nextWhileRunning()
    }
  }

  private pickTrouble(): StoryName {
    const rates = troubles[this.on.machine.kind]
    let left = this.random.next() * this.hourlyTroubles
    for (const name of Object.keys(rates) as StoryName[]) {
      left -= rates[name]
      if (left < 0) return name
    }
    return 'microStop'
  }

  private keepTo(plan: PlanItem) {
    const { random } = this
    // The packs that are on the belt still come through: the second machine follows a little later.
    const behind = this.on.position * random.whole(4_000, 25_000)
    const story = this.planStory(plan)
    const steps =
      behind > 0 ? [{ state: State.Execute, ms: behind, pace: 0.9 }, ...story.steps] : story.steps
    this.follow({ ...story, steps }, behind)
    if (plan.does === 'shutDown') this.afterScript = 'powerOff'
  }

  private planStory(plan: PlanItem): Story {
    const { random } = this
    switch (plan.does) {
      case 'break':
        return breakTime(random, plan.ms + random.whole(-minute, minute))
      case 'handover':
        this.shift = plan.shift
        return handover(random)
      case 'nextBatch':
        return nextBatch(random)
      case 'changeover':
        return changeover(random)
      case 'service':
        return service(random)
      case 'shutDown':
        return { steps: shutDown(random), alarms: [], changes: [] }
    }
  }

  private follow(story: Story, behind = 0) {
    const start = this.now + behind
    for (const alarm of story.alarms) this.raise(alarm.name, start + alarm.after, alarm.lasts)
    for (const change of story.changes) this.adjust(change, start + change.after)
    this.play(story.steps, 'run')
  }

  private standFor(side: 'downstream' | 'upstream') {
    const stop = externalStop(this.random, side)
    this.wait = stop
    this.waitFrom = this.now
    this.releaseAt = never
    this.play(stop.enter, 'wait')
  }

  private leaveWait() {
    const stop = this.wait
    this.wait = undefined
    if (!stop) return this.run()
    const stood = this.now - this.waitFrom
    if (stood > 20_000) this.raise(stop.alarm, this.waitFrom + 300, stood)
    this.play(stop.leave, 'run')
  }

  private changeSpeed() {
    this.slow = !this.slow
    const share = this.slow ? this.random.between(0.6, 0.88) : 1
    this.setSpeed(Math.round((this.usualTenths * share) / 10) * 10, 'Operator', this.now)
    this.slowChangeAt =
      this.now +
      (this.slow ? this.random.whole(4 * minute, 22 * minute) : this.chanceTime(1.6 * hour))
    this.enter(State.Execute, 1)
    this.next = this.nextWhileRunning()
  }

  private setSpeed(tenths: number, by: string, at: number) {
    const before = this.settings.setSpeed
    this.settings.setSpeed = tenths
    if (before === 0 || before === tenths) return
    this.audits.push({
      at: Math.max(at, this.on.day.from),
      userGroup: by,
      description: 'Speed set point (ppm)',
      valueBefore: (before / 10).toFixed(1),
      valueAfter: (tenths / 10).toFixed(1),
    })
  }

  private adjust({ by, setting, change }: StoryChange, at: number) {
    if (change === 0) return
    const before = this.settings[setting]
    const after = before + change
    this.settings[setting] = after
    this.audits.push({
      at: Math.max(at, this.on.day.from),
      userGroup: by,
      description: settingWords[setting],
      valueBefore: String(before),
      valueAfter: String(after),
    })
  }

  private raise(name: AlarmName, at: number, lasts: number) {
    const raisedAt = Math.max(Math.round(at), this.on.day.from)
    this.alarms.push({
      ...alarmText(name),
      raisedAt,
      clearedAt: raisedAt + Math.max(500, Math.round(lasts)),
    })
  }

  private change(does: NonNullable<Step['does']>) {
    switch (does) {
      case 'newBatch':
        this.openBatch('newBatch')
        return
      case 'exchangeController':
        this.openBatch('exchange')
        return
      case 'changeOperator': {
        const shift = this.on.shifts[this.shift]
        if (shift) this.user = this.operator(shift)
        return
      }
      case 'changeProduct':
        this.changeProduct()
    }
  }

  private changeProduct() {
    const { products } = this.on
    const before = this.product
    this.productIndex = (this.productIndex + 1) % products.length
    this.product = products[this.productIndex] ?? before
    this.audits.push({
      at: this.now,
      userGroup: 'Operator',
      description: 'Recipe loaded',
      valueBefore: before.name,
      valueAfter: this.product.name,
    })
    this.slow = false
    this.slowChangeAt = never
    this.chooseSpeed()
    this.openBatch('newBatch')
  }

  private openBatch(counters: Piece['counters']) {
    this.counters = counters
    this.batchMade = this.madeNow()
  }

  private chooseSpeed() {
    const { machine } = this.on
    const target = Math.min(this.product.targetPpm, machine.designPpm)
    this.usualTenths = Math.round(target * this.random.between(0.88, 1)) * 10
    this.setSpeed(this.usualTenths, 'Operator', this.now)
  }

  private operator(shift: Shift): string {
    const crew = this.on.line.crews[shift.crew % this.on.line.crews.length] ?? []
    // One operator looks after two machines.
    return crew[Math.floor(this.on.position / 2 + this.on.line.index) % crew.length] ?? ''
  }

  private madeNow(): number {
    const last = this.pieces.at(-1)
    return last ? madeAt(last, this.now) : 0
  }

  private enter(state: number, pace: number, rejectsPer10k = this.usualRejects) {
    const last = this.pieces.at(-1)
    const paceTenths = Math.round(this.settings.setSpeed * pace)
    this.pieces.push({
      from: this.now,
      state,
      paceTenths,
      setTenths: this.settings.setSpeed,
      product: this.product.name,
      tool: this.product.tool,
      user: this.user,
      unitMode: this.unitMode,
      made: last ? madeAt(last, this.now) : 0,
      batchMade: this.batchMade,
      rejected: last ? rejectedAt(last, this.now) : 0,
      rejectsPer10k,
      counters: this.counters,
    })
    this.counters = 'goOn'
    if (paceTenths > 0 || externalStates.includes(state)) this.ownStopSince = never
    else if (this.ownStopSince === never) this.ownStopSince = this.now
  }
}
