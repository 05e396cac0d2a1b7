import type { Conduct, PlanItem, TroubleRates } from '../machine/conduct.ts'
import { DayBook } from '../machine/dayBook.ts'
import { reasonFor, type StopCause, type StopReason } from '../machine/dayStop.ts'
import type { MachineDay } from '../machine/machineDay.ts'
import { externalStates, isRunning, poweredOff, State } from '../machine/states.ts'
import {
  behindBelt,
  type ExternalStop,
  externalStop,
  plannedStory,
  restart,
} from '../machine/steps.ts'
import type { Step, Story } from '../machine/story.ts'
import { anyTrouble, hourlyTroubles, reelChange } from '../machine/troubles.ts'
import type { Random } from '../random.ts'
import type { Shift } from '../shift/shifts.ts'
import { type Coupling, type LineMachine, never, type Side, sides } from './coupling.ts'
import { CrewChanges } from './crewChanges.ts'
import type { MachineOnLine } from './machineOnLine.ts'
import { OperatorPanel, unnamedProduct } from './operatorPanel.ts'

const minute = 60_000
const hour = 60 * minute

/** What a machine does when its script has ended. */
type AfterScript = 'run' | 'wait' | 'powerOff'

/** A script that was left because the line stood, and is gone on with afterwards. */
type Resumption = {
  readonly steps: readonly Step[]
  readonly afterwards: AfterScript
  readonly reason: StopReason
}

/** One machine on its way through a day: what it does now, and when something next happens to it. */
export class RunningMachine implements LineMachine {
  /** When something next happens, unless a neighbour comes before. */
  next: number
  /** It stands, for a reason of its own, since then: its neighbours will run into it. `never`: it does not. */
  ownStopSince = 0
  runsSince = never
  standsFor: Side | null = null
  /** How long the belt between two machines lasts. */
  readonly bufferMs: number

  readonly #on: MachineOnLine
  readonly #random: Random
  readonly #conduct: Conduct
  readonly #book: DayBook
  readonly #crewChanges: CrewChanges
  #mode: 'off' | 'story' | 'running' | 'waiting' | 'over' = 'off'
  now: number

  #script: readonly Step[] = []
  #scriptStep = 0
  #stepEnd = 0
  #afterScript: AfterScript = 'run'
  #resumption: Resumption | undefined
  /** The first step of the script ends as soon as the belt before the machine is empty. */
  #emptiesBelt = false
  #wait: ExternalStop | undefined
  #waitFrom = 0
  #releaseAt = never

  #planStep = 0
  #shift = 0
  readonly #panel: OperatorPanel
  #troublesPerHour: TroubleRates
  #troubleAt = never
  #reelAt = never
  #reelLeft: number
  #coupling: Coupling | undefined

  constructor(on: MachineOnLine) {
    this.#on = on
    const random = on.random
    this.#random = random
    this.now = on.day.from
    const { conduct } = on.line
    this.#conduct = conduct
    const usualRejectsPer10k = random.whole(...conduct.rejectsPer10k)
    this.#reelLeft = random.between(0.15, 1) * 100 * minute
    this.bufferMs = random.whole(...conduct.bufferMs)
    const settings = {
      setSpeed: 0,
      sealFront: random.whole(138, 152),
      sealRear: random.whole(138, 152),
      finSeal: random.whole(150, 164),
      filmTension: random.whole(32, 48),
      knifePhase: random.whole(80, 100),
    }
    const { machine, day } = on
    const product = on.products[0] ?? unnamedProduct
    this.#book = new DayBook({ machine, day, product, settings, usualRejectsPer10k })
    this.#troublesPerHour = machine.troublesPerHour
    this.#panel = new OperatorPanel(on, this.#book, this.now)
    this.#crewChanges = new CrewChanges(machine, on.shifts, on)
    const first = on.shifts[0]
    if (!first) {
      this.#enter(poweredOff, 0)
      this.#mode = 'over'
      this.next = never
    } else if (first.from <= on.day.from) {
      this.next = this.now
      this.#powerOn(first)
    } else {
      this.#enter(poweredOff, 0)
      this.next = first.from - random.whole(2 * minute, 6 * minute)
    }
  }

  get machineId(): string {
    return this.#on.machine.serialNo
  }

  get down() {
    return this.#book.down
  }

  couple(coupling: Coupling) {
    this.#coupling = coupling
  }

  /** A neighbour stopped or went on: when does that reach this machine? */
  look() {
    if (this.#mode === 'story') this.next = this.#nextInStory()
    if (this.#mode === 'running') this.next = this.#nextWhileRunning()
    if (this.#mode === 'waiting') this.next = this.#nextWhileWaiting()
  }

  /** Does what is due at `next`. */
  advance() {
    this.now = this.next
    switch (this.#mode) {
      case 'off':
        this.#powerOn(this.#on.shifts[this.#shift])
        return
      case 'story':
        if (this.now < this.#stepEnd) this.#leaveScript()
        else {
          this.#scriptStep += 1
          this.#continueScript()
        }
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
    this.#book.openBatch(this.now, 'newBatch')
    this.#panel.signIn(shift)
    // Plans of shifts that are over when the machine is switched on again are past.
    while ((this.#on.plan[this.#planStep]?.at ?? never) < this.now) this.#planStep += 1
    const stopped = { state: State.Stopped, ms: this.#random.whole(minute, 5 * minute), pace: 0 }
    this.#book.reason = reasonFor('startUp')
    this.#play([stopped, ...restart(this.#random, this.#random.whole(10_000, 60_000))], 'run')
  }

  #play(script: readonly Step[], afterwards: AfterScript) {
    if (this.#mode === 'running') this.#reelLeft = Math.max(1_000, this.#reelAt - this.now)
    this.#mode = 'story'
    this.#script = script
    this.#scriptStep = 0
    this.#emptiesBelt = false
    this.#afterScript = afterwards
    this.#continueScript()
  }

  #continueScript() {
    const step = this.#script[this.#scriptStep]
    if (step) {
      if (step.does) this.#panel.change(step.does, this.#on.shifts[this.#shift], this.now)
      this.#book.unitMode = step.unitMode ?? 'Production'
      this.#enter(step.state, step.pace, step.rejectsPer10k)
      this.#stepEnd = this.now + Math.max(1, step.ms)
      this.next = this.#nextInStory()
      return
    }
    this.#book.unitMode = 'Production'
    if (this.#afterScript === 'powerOff') {
      this.#enter(poweredOff, 0)
      const following = this.#on.shifts.findIndex(({ from }) => from > this.now)
      const shift = this.#on.shifts[following]
      this.#mode = shift ? 'off' : 'over'
      this.#shift = Math.max(0, following)
      this.next = shift ? Math.max(this.now + 1, shift.from - 4 * minute) : never
    } else if (this.#afterScript === 'wait' && this.#wait) {
      this.#mode = 'waiting'
      this.#enter(this.#wait.wait, 0)
      this.next = this.#nextWhileWaiting()
    } else {
      this.#run()
    }
  }

  /** In a step in which packs leave the machine, its line may stop it. */
  #nextInStory(): number {
    const isCompleting = this.#script[this.#scriptStep]?.state === State.Completing
    const mayStop = this.#coupling?.interrupts && this.runsSince !== never && !isCompleting
    if (!mayStop) return this.#stepEnd
    return Math.max(this.now + 1, Math.min(this.#stepEnd, ...sides.map(this.#standsAt)))
  }

  /** The line stops the machine in the middle of a step: what is left of its script waits. */
  #leaveScript() {
    const [step, ...others] = this.#script.slice(this.#scriptStep)
    const side = sides.find((one) => this.#standsAt(one) <= this.now)
    if (!step || !side) {
      this.next = this.#nextInStory()
      return
    }
    if (this.#emptiesBelt && this.#scriptStep === 0) {
      // Nothing is left on the belt: what was planned begins.
      this.#book.postponeStory(this.now, this.now - this.#stepEnd)
      this.#scriptStep = 1
      this.#continueScript()
      return
    }
    const { does: _, ...left } = { ...step, ms: this.#stepEnd - this.now }
    this.#resumption = {
      steps: [left, ...others],
      afterwards: this.#afterScript,
      reason: this.#book.reason,
    }
    this.#standFor(side)
  }

  /** Back in Execute at full speed: draws what comes next. */
  #run() {
    this.#mode = 'running'
    this.#enter(State.Execute, 1)
    this.#drawTrouble()
    this.#panel.run(this.now)
    this.#reelAt = this.now + this.#reelLeft
    this.next = this.#nextWhileRunning()
  }

  #drawTrouble() {
    this.#troubleAt =
      this.now + this.#random.waitingTime(hour / hourlyTroubles(this.#troublesPerHour))
  }

  #planDue(): number {
    return this.#on.plan[this.#planStep]?.at ?? never
  }

  /** While it waits, a machine that its line may stop at any time does nothing of the plan but to shut down. */
  #planDueInWait(): number {
    if (!this.#coupling?.interrupts) return this.#planDue()
    return this.#shutDownDue()?.at ?? never
  }

  #shutDownDue(): PlanItem | undefined {
    return this.#on.plan.slice(this.#planStep).find(({ does }) => does === 'shutDown')
  }

  readonly #standsAt = (side: Side): number => this.#coupling?.standsAt(side) ?? never

  #nextWhileRunning(): number {
    const due = Math.min(
      this.#planDue(),
      this.#troubleAt,
      this.#panel.speedChangeAt,
      this.#reelAt,
      this.#crewChanges.at,
      ...sides.map(this.#standsAt),
    )
    return Math.max(this.now + 1, Math.round(due))
  }

  #nextWhileWaiting(): number {
    const coupling = this.#coupling
    if (sides.some((side) => coupling?.hinders(side))) this.#releaseAt = never
    else if (this.#releaseAt === never && coupling) {
      this.#releaseAt = coupling.runsAgainAt(this.now)
    }
    return Math.max(this.now + 1, Math.min(this.#releaseAt, this.#planDueInWait()))
  }

  #whileRunning() {
    const random = this.#random
    const now = this.now
    const conduct = this.#conduct
    const { machine } = this.#on
    const plan = this.#on.plan[this.#planStep]
    if (plan && plan.at <= now) {
      this.#planStep += 1
      this.#keepTo(plan)
    } else if (this.#standsAt('downstream') <= now) {
      this.#standFor('downstream')
    } else if (this.#standsAt('upstream') <= now) {
      this.#standFor('upstream')
    } else if (this.#reelAt <= now) {
      this.#follow(reelChange(random, machine.kind, conduct), 'reelChange')
      this.#reelLeft = random.whole(70 * minute, 120 * minute)
    } else if (this.#crewChanges.at <= now) {
      this.#changeByCrew()
    } else if (this.#panel.speedChangeAt <= now) {
      this.#panel.changeSpeed(now)
      this.#enter(State.Execute, 1)
      this.next = this.#nextWhileRunning()
    } else if (this.#troubleAt <= now) {
      const { name, story } = anyTrouble(machine, this.#troublesPerHour, conduct, random)
      this.#follow(story, name)
    } else {
      this.next = this.#nextWhileRunning()
    }
  }

  #keepTo(due: PlanItem) {
    const random = this.#random
    // The packs that are on the belt still come through: the second machine follows a little later.
    const behind = this.#on.place * random.whole(4_000, 25_000)
    const plan = due.ends === null ? due : { ...due, ms: due.ends - this.now - behind }
    if (due.ends !== null && plan.ms < minute) {
      // The machine stood for something else until the break was nearly over.
      this.next = this.#nextWhileRunning()
      return
    }
    if (plan.does === 'handover') this.#shift = plan.shift
    this.#follow(behindBelt(plannedStory(plan, this.#conduct, random), behind), plan.does)
    this.#emptiesBelt = behind > 0
    if (plan.does === 'shutDown') this.#afterScript = 'powerOff'
  }

  #follow({ steps, alarms, changes }: Story, cause: StopCause) {
    this.#book.reason = reasonFor(cause)
    for (const alarm of alarms) this.#book.raise(alarm.name, this.now + alarm.after, alarm.lasts)
    for (const change of changes) this.#book.adjust(change, this.now + change.after)
    this.#play(steps, 'run')
  }

  #standFor(side: Side) {
    const stop = externalStop(this.#random, side)
    this.#wait = stop
    this.#waitFrom = this.now
    this.#releaseAt = never
    this.standsFor = side
    this.#book.reason = this.#coupling?.reasonOf(side) ?? this.#book.reason
    this.#play(stop.enter, 'wait')
  }

  #leaveWait() {
    const stop = this.#wait
    this.#wait = undefined
    if (!stop) return this.#run()
    const stood = this.now - this.#waitFrom
    const resumption = this.#resumption
    this.#resumption = undefined
    const shutDown = this.#coupling?.interrupts ? this.#shutDownDue() : undefined
    const shutsDown = shutDown !== undefined && shutDown.at <= this.now
    if (shutsDown) this.#book.cutStory(this.#waitFrom)
    else if (resumption) {
      const leaving = stop.leave.reduce((ms, step) => ms + Math.max(1, step.ms), 0)
      this.#book.postponeStory(this.#waitFrom, stood + leaving)
    }
    if (stood > 20_000) this.#book.raise(stop.alarm, this.#waitFrom + 300, stood)
    if (shutsDown) {
      this.#planStep = this.#on.plan.indexOf(shutDown) + 1
      this.#follow(plannedStory(shutDown, this.#conduct, this.#random), 'shutDown')
      this.#afterScript = 'powerOff'
      return
    }
    this.#book.reason = resumption?.reason ?? this.#book.reason
    this.#play([...stop.leave, ...(resumption?.steps ?? [])], resumption?.afterwards ?? 'run')
  }

  #changeByCrew() {
    const outcome = this.#crewChanges.change(this.now, this.#book)
    if ('steps' in outcome) return this.#follow(outcome, 'liveTrouble')
    this.#troublesPerHour = outcome.troublesPerHour
    this.#drawTrouble()
    this.next = this.#nextWhileRunning()
  }

  #enter(state: number, pace: number, rejectsPer10k?: number) {
    const paceTenths = this.#book.enter(this.now, state, pace, rejectsPer10k)
    if (paceTenths > 0 || externalStates.includes(state)) this.ownStopSince = never
    else if (this.ownStopSince === never) this.ownStopSince = this.now
    if (!isRunning(state, paceTenths > 0)) this.runsSince = never
    else {
      if (this.runsSince === never) this.runsSince = this.now
      this.standsFor = null
    }
  }
}
