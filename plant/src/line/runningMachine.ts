import type { Conduct, PlanItem, TroubleRates } from '../machine/conduct.ts'
import { DayBook } from '../machine/dayBook.ts'
import type { MachineDay } from '../machine/machineDay.ts'
import { poweredOff, State } from '../machine/states.ts'
import { type ExternalStop, externalStop, plannedStory, restart } from '../machine/steps.ts'
import type { Step, Story } from '../machine/story.ts'
import { anyTrouble, hourlyTroubles, reelChange } from '../machine/troubles.ts'
import type { PlantLine, PlantMachine, PlantProduct } from '../plantLayout.ts'
import type { Random } from '../random.ts'
import type { ProductionDay, Shift } from '../shift/shifts.ts'

const minute = 60_000
const hour = 60 * minute
const never = Number.POSITIVE_INFINITY

type MachineOnLine = {
  readonly line: PlantLine
  readonly machine: PlantMachine
  readonly position: number
  readonly day: ProductionDay
  readonly shifts: readonly Shift[]
  readonly plan: readonly PlanItem[]
  readonly products: readonly PlantProduct[]
  readonly random: Random
}

/** Standing in these is the neighbour's fault; it does not pass the stop on. */
const externalStates: readonly number[] = [
  State.Suspending,
  State.Suspended,
  State.Unsuspending,
  State.Downstream,
]

/** What a machine does when its script has ended. */
type AfterScript = 'run' | 'wait' | 'powerOff'

/** One machine on its way through a day: what it does now, and when something next happens to it. */
export class RunningMachine {
  /** When something next happens, unless a neighbour comes before. */
  next: number
  /** It stands, for a reason of its own, since then: its neighbours will run into it. `never`: it does not. */
  ownStopSince = 0

  readonly #on: MachineOnLine
  readonly #random: Random
  readonly #conduct: Conduct
  readonly #book: DayBook
  #mode: 'off' | 'story' | 'running' | 'waiting' | 'over' = 'off'
  #now: number

  #script: readonly Step[] = []
  #scriptStep = 0
  #afterScript: AfterScript = 'run'
  #wait: ExternalStop | undefined
  #waitFrom = 0
  #releaseAt = never

  #planStep = 0
  #shift = 0
  #productIndex = 0
  #product: PlantProduct

  #usualTenths = 0
  #slow = false
  #slowChangeAt = never
  #troublesPerHour: TroubleRates
  #troubleAt = never
  /** The setting of the machine is changed, or set back. */
  #settingAt = never
  #setBackAfterMs = 0
  #reelAt = never
  #reelLeft: number
  #upstream: RunningMachine | undefined
  #downstream: RunningMachine | undefined
  /** How long the belt between two machines lasts. */
  readonly #bufferMs: number

  constructor(on: MachineOnLine) {
    this.#on = on
    const random = on.random
    this.#random = random
    this.#now = on.day.from
    this.#product = on.products[0] ?? { name: 'Unnamed', tool: 'Unnamed', targetPpm: 60 }
    const { conduct } = on.line
    this.#conduct = conduct
    const usualRejectsPer10k = random.whole(...conduct.rejectsPer10k)
    this.#reelLeft = random.between(0.15, 1) * 100 * minute
    this.#bufferMs = random.whole(...conduct.bufferMs)
    const settings = {
      setSpeed: 0,
      sealFront: random.whole(138, 152),
      sealRear: random.whole(138, 152),
      finSeal: random.whole(150, 164),
      filmTension: random.whole(32, 48),
      knifePhase: random.whole(80, 100),
    }
    const { machine, day } = on
    this.#book = new DayBook({ machine, day, product: this.#product, settings, usualRejectsPer10k })
    this.#troublesPerHour = machine.troublesPerHour
    this.#chooseSpeed()
    this.#planWrongSetting()
    const first = on.shifts[0]
    if (!first) {
      this.#enter(poweredOff, 0)
      this.#mode = 'over'
      this.next = never
    } else if (first.from <= on.day.from) {
      this.next = this.#now
      this.#powerOn(first)
    } else {
      this.#enter(poweredOff, 0)
      this.next = first.from - random.whole(2 * minute, 6 * minute)
    }
  }

  meet(upstream: RunningMachine | undefined, downstream: RunningMachine | undefined) {
    this.#upstream = upstream
    this.#downstream = downstream
  }

  /** A neighbour stopped or went on: when does that reach this machine? */
  look() {
    if (this.#mode === 'running') this.next = this.#nextWhileRunning()
    if (this.#mode === 'waiting') this.next = this.#nextWhileWaiting()
  }

  /** Does what is due at `next`. */
  advance() {
    this.#now = this.next
    switch (this.#mode) {
      case 'off':
        this.#powerOn(this.#on.shifts[this.#shift])
        return
      case 'story':
        this.#scriptStep += 1
        this.#continueScript()
        return
      case 'waiting':
        this.#leaveWait()
        return
      case 'running':
        this.#whileRunning()
        return
      case 'over':
        this.next = never
    }
  }

  end(): MachineDay {
    return this.#book.close()
  }

  #powerOn(shift: Shift | undefined) {
    if (!shift) return
    this.#book.openBatch(this.#now, 'newBatch')
    this.#book.user = this.#operator(shift)
    // Plans of shifts that are over when the machine is switched on again are past.
    while ((this.#on.plan[this.#planStep]?.at ?? never) < this.#now) this.#planStep += 1
    const stopped = { state: State.Stopped, ms: this.#random.whole(minute, 5 * minute), pace: 0 }
    this.#play([stopped, ...restart(this.#random, this.#random.whole(10_000, 60_000))], 'run')
  }

  #play(script: readonly Step[], afterwards: AfterScript) {
    if (this.#mode === 'running') this.#reelLeft = Math.max(1_000, this.#reelAt - this.#now)
    this.#mode = 'story'
    this.#script = script
    this.#scriptStep = 0
    this.#afterScript = afterwards
    this.#continueScript()
  }

  #continueScript() {
    const step = this.#script[this.#scriptStep]
    if (step) {
      if (step.does) this.#change(step.does)
      this.#book.unitMode = step.unitMode ?? 'Production'
      this.#enter(step.state, step.pace, step.rejectsPer10k)
      this.next = this.#now + Math.max(1, step.ms)
      return
    }
    this.#book.unitMode = 'Production'
    if (this.#afterScript === 'powerOff') {
      this.#enter(poweredOff, 0)
      const following = this.#on.shifts.findIndex(({ from }) => from > this.#now)
      const shift = this.#on.shifts[following]
      this.#mode = shift ? 'off' : 'over'
      this.#shift = Math.max(0, following)
      this.next = shift ? Math.max(this.#now + 1, shift.from - 4 * minute) : never
    } else if (this.#afterScript === 'wait' && this.#wait) {
      this.#mode = 'waiting'
      this.#enter(this.#wait.wait, 0)
      this.next = this.#nextWhileWaiting()
    } else {
      this.#run()
    }
  }

  /** Back in Execute at full speed: draws what comes next. */
  #run() {
    this.#mode = 'running'
    this.#enter(State.Execute, 1)
    this.#drawTrouble()
    if (this.#slowChangeAt === never) this.#slowChangeAt = this.#now + this.#untilSlow()
    this.#reelAt = this.#now + this.#reelLeft
    this.next = this.#nextWhileRunning()
  }

  #chanceTime(mean: number): number {
    return Math.max(800, Math.round(this.#random.exponential(mean)))
  }

  #drawTrouble() {
    this.#troubleAt = this.#now + this.#chanceTime(hour / hourlyTroubles(this.#troublesPerHour))
  }

  #untilSlow(): number {
    return this.#chanceTime(this.#conduct.slowEveryHours * hour)
  }

  #planDue(): number {
    return this.#on.plan[this.#planStep]?.at ?? never
  }

  #blockedAt(neighbour: RunningMachine | undefined): number {
    if (!neighbour || neighbour.ownStopSince === never) return never
    return neighbour.ownStopSince + this.#bufferMs
  }

  #nextWhileRunning(): number {
    const due = Math.min(
      this.#planDue(),
      this.#troubleAt,
      this.#slowChangeAt,
      this.#reelAt,
      this.#settingAt,
      this.#blockedAt(this.#upstream),
      this.#blockedAt(this.#downstream),
    )
    return Math.max(this.#now + 1, Math.round(due))
  }

  #nextWhileWaiting(): number {
    const beside = [this.#upstream, this.#downstream].filter((one) => one !== undefined)
    if (beside.some((one) => this.#blockedAt(one) !== never)) this.#releaseAt = never
    else if (this.#releaseAt === never) {
      // Packs need some seconds over the belt before the machine is released.
      const freed = Math.max(this.#now, ...beside.map((one) => one.#now))
      this.#releaseAt = freed + Math.round(1_500 + this.#bufferMs / 8)
    }
    return Math.max(this.#now + 1, Math.min(this.#releaseAt, this.#planDue()))
  }

  #whileRunning() {
    const random = this.#random
    const now = this.#now
    const conduct = this.#conduct
    const { machine } = this.#on
    const plan = this.#on.plan[this.#planStep]
    if (plan && plan.at <= now) {
      this.#planStep += 1
      this.#keepTo(plan)
    } else if (this.#blockedAt(this.#downstream) <= now) {
      this.#standFor('downstream')
    } else if (this.#blockedAt(this.#upstream) <= now) {
      this.#standFor('upstream')
    } else if (this.#reelAt <= now) {
      this.#follow(reelChange(random, machine.kind, conduct))
      this.#reelLeft = random.whole(70 * minute, 120 * minute)
    } else if (this.#settingAt <= now) {
      this.#changeSetting()
    } else if (this.#slowChangeAt <= now) {
      this.#changeSpeed()
    } else if (this.#troubleAt <= now) {
      this.#follow(anyTrouble(machine, this.#troublesPerHour, conduct, random))
    } else {
      this.next = this.#nextWhileRunning()
    }
  }

  #keepTo(plan: PlanItem) {
    const random = this.#random
    // The packs that are on the belt still come through: the second machine follows a little later.
    const behind = this.#on.position * random.whole(4_000, 25_000)
    if (plan.does === 'handover') this.#shift = plan.shift
    const story = plannedStory(plan, this.#conduct, random)
    const steps =
      behind > 0 ? [{ state: State.Execute, ms: behind, pace: 0.9 }, ...story.steps] : story.steps
    this.#follow({ ...story, steps }, behind)
    if (plan.does === 'shutDown') this.#afterScript = 'powerOff'
  }

  #follow(story: Story, behind = 0) {
    const start = this.#now + behind
    for (const alarm of story.alarms) this.#book.raise(alarm.name, start + alarm.after, alarm.lasts)
    for (const change of story.changes) this.#book.adjust(change, start + change.after)
    this.#play(story.steps, 'run')
  }

  #standFor(side: 'downstream' | 'upstream') {
    const stop = externalStop(this.#random, side)
    this.#wait = stop
    this.#waitFrom = this.#now
    this.#releaseAt = never
    this.#play(stop.enter, 'wait')
  }

  #leaveWait() {
    const stop = this.#wait
    this.#wait = undefined
    if (!stop) return this.#run()
    const stood = this.#now - this.#waitFrom
    if (stood > 20_000) this.#book.raise(stop.alarm, this.#waitFrom + 300, stood)
    this.#play(stop.leave, 'run')
  }

  #changeSpeed() {
    const { slowShare, slowMinutes } = this.#conduct
    this.#slow = !this.#slow
    const share = this.#slow ? this.#random.between(...slowShare) : 1
    this.#book.setSpeed(Math.round((this.#usualTenths * share) / 10) * 10, this.#now)
    const lasts = this.#slow
      ? this.#random.whole(slowMinutes[0] * minute, slowMinutes[1] * minute)
      : this.#untilSlow()
    this.#slowChangeAt = this.#now + lasts
    this.#enter(State.Execute, 1)
    this.next = this.#nextWhileRunning()
  }

  #planWrongSetting() {
    const wrong = this.#on.machine.wrongSetting
    const shift = this.#on.shifts.find(({ name }) => name === wrong?.shift)
    if (!wrong || !shift) return
    this.#settingAt = shift.from + Math.round(this.#random.between(...wrong.afterHours) * hour)
    this.#setBackAfterMs = Math.round(this.#random.between(...wrong.hours) * hour)
  }

  /** A crew changes a setting, trouble follows; maintenance sets it back. */
  #changeSetting() {
    const { wrongSetting: wrong, troublesPerHour } = this.#on.machine
    if (!wrong) return
    const { setting, change, trouble, perHour } = wrong
    if (this.#setBackAfterMs > 0) {
      this.#book.adjust({ after: 0, by: 'Operator', setting, change }, this.#now)
      this.#troublesPerHour = { ...troublesPerHour, [trouble]: perHour }
      this.#settingAt = this.#now + this.#setBackAfterMs
      this.#setBackAfterMs = 0
    } else {
      this.#book.adjust({ after: 0, by: 'Maintenance', setting, change: -change }, this.#now)
      this.#troublesPerHour = troublesPerHour
      this.#settingAt = never
    }
    this.#drawTrouble()
    this.next = this.#nextWhileRunning()
  }

  #change(does: NonNullable<Step['does']>) {
    if (does === 'newBatch') this.#book.openBatch(this.#now, 'newBatch')
    else if (does === 'exchangeController') this.#book.openBatch(this.#now, 'exchange')
    else if (does === 'changeProduct') this.#changeProduct()
    else {
      const shift = this.#on.shifts[this.#shift]
      if (shift) this.#book.user = this.#operator(shift)
    }
  }

  #changeProduct() {
    const { products } = this.#on
    this.#productIndex = (this.#productIndex + 1) % products.length
    this.#product = products[this.#productIndex] ?? this.#product
    this.#book.loadProduct(this.#product, this.#now)
    this.#slow = false
    this.#slowChangeAt = never
    this.#chooseSpeed()
    this.#book.openBatch(this.#now, 'newBatch')
  }

  #chooseSpeed() {
    const { machine } = this.#on
    const target = Math.min(this.#product.targetPpm, machine.designPpm)
    this.#usualTenths = Math.round(target * this.#random.between(...this.#conduct.speedShare)) * 10
    this.#book.setSpeed(this.#usualTenths, this.#now)
  }

  #operator(shift: Shift): string {
    const crew = this.#on.line.crews[shift.crew % this.#on.line.crews.length] ?? []
    // One operator looks after two machines.
    return crew[Math.floor(this.#on.position / 2 + this.#on.line.index) % crew.length] ?? ''
  }

  #enter(state: number, pace: number, rejectsPer10k?: number) {
    const paceTenths = this.#book.enter(this.#now, state, pace, rejectsPer10k)
    if (paceTenths > 0 || externalStates.includes(state)) this.ownStopSince = never
    else if (this.ownStopSince === never) this.ownStopSince = this.#now
  }
}
