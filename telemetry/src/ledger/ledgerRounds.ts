import { inSlices } from '../slices.ts'
import { computeRound, type RoundResult, takeRound } from './computeRound.ts'
import { type DirtyStretch, DirtyStretches, outside } from './dirtyStretches.ts'
import { minuteMs, minuteOf } from './fold/minute.ts'
import type { LedgerCore } from './ledgerCore.ts'
import type { ClientComputation, LedgerClient, LedgerMachine } from './ledgerMachine.ts'
import { type LedgerTask, ledgerTask } from './ledgerTask.ts'
import { writeGapRepairs } from './store/gapRepairs.ts'
import { writeHours } from './store/hourRows.ts'
import { writeMinutes } from './store/writeMinutes.ts'
import type { TimeRange } from './timeRanges.ts'

/** Hours of a machine that are written right after their minutes; what is further back follows in the background. */
const hoursOfRound = 48
/** During an import, the computation pauses this many times as long as it took, so that more is computed together. */
const restShare = 3
const longestRestMs = 5_000

/**
 * What came for this time is computed before all that is older, so that live pages wait for no month. They leave out what is older than a day
 * and two hours (`LedgerReaders.read`); two hours more, as what is older goes on in later minutes until these are as they were.
 */
export const recentMs = 28 * 60 * minuteMs

/** A client whose turn it is to be computed, with who waits for it. */
type ReadyClient = {
  readonly client: LedgerClient
  readonly all: PromiseWithResolvers<void>
  readonly recent: PromiseWithResolvers<void>
}

/** The part of a computation that is about one client. */
type ClientWork = ReadyClient & {
  readonly number: number
  /** The stretches of its machines that are being computed. */
  readonly taken: Map<LedgerMachine, readonly DirtyStretch[]>
}

/** What waits of some clients, computed up to one batch. */
type Computation = {
  readonly revision: bigint
  readonly upsets: number
  readonly beganAt: number
  /** What the next rounds are taken from, and what follows when nothing of it is left. */
  tasks: LedgerTask[]
  older: LedgerTask[]
  works: ClientWork[]
}

/**
 * Computes the minutes of clients in rounds of bounded size. Each computation has a round in turn, and each client has its share of it,
 * so that a client with years to compute does not hold up one with minutes; all that begins together is written together.
 */
export class LedgerRounds {
  readonly #core: LedgerCore
  readonly #ended: (client: LedgerClient) => void
  #ready: ReadyClient[] = []
  readonly #running: Computation[] = []
  #loop: Promise<void> | undefined
  #closed = false

  /** `ended`: all minutes of a client are computed up to a batch, or some of them failed. */
  constructor(core: LedgerCore, ended: (client: LedgerClient) => void) {
    this.#core = core
    this.#ended = ended
  }

  /** Computes all that waits of a client when this is called. */
  compute(client: LedgerClient): ClientComputation {
    if (client.requested === undefined) {
      const all = Promise.withResolvers<void>()
      const recent = Promise.withResolvers<void>()
      const inTurn = client.turns.alone(() => {
        this.#ready.push({ client, all, recent })
        this.#go()
        return all.promise
      })
      client.requested = { all: inTurn, recent: recent.promise }
    }
    return client.requested
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#loop
  }

  #go(): void {
    this.#loop ??= this.#run().finally(() => {
      this.#loop = undefined
      if (this.#ready.length > 0) this.#go()
    })
  }

  async #run(): Promise<void> {
    while (this.#ready.length > 0 || this.#running.length > 0) {
      // What is new does not wait for what is long; that has every second round even if something new comes all the time.
      const begun =
        this.#ready.length > 0 ? await this.#core.turns.alone(() => this.#begin()) : undefined
      const running = this.#running.shift()
      for (const computation of [begun, running]) {
        if (computation) await this.#core.turns.alone(() => this.#step(computation))
      }
    }
  }

  async #begin(): Promise<Computation | undefined> {
    const { context, work } = this.#core
    const ready = this.#ready
    this.#ready = []
    try {
      this.#demandOpen()
      await work.learn(ready.map(({ client }) => client))
    } catch (error) {
      for (const { client, all, recent } of ready) {
        client.requested = undefined
        recent.resolve()
        all.reject(error)
      }
      return undefined
    }
    const waiting = { tasks: [], older: [], recentFrom: minuteOf(context.now() - recentMs) }
    const works = ready.map((one): ClientWork => {
      const { client } = one
      client.running = client.requested
      client.requested = undefined
      client.begun += 1
      client.complete = 0
      return { ...one, number: client.begun, taken: takeStretches(client.machines, waiting) }
    })
    const { tasks, older } = waiting
    const beganAt = performance.now()
    return { revision: work.reported, upsets: work.upsets, beganAt, tasks, older, works }
  }

  /** One round, and the end of the clients of which nothing is left. */
  async #step(computation: Computation): Promise<void> {
    try {
      this.#demandOpen()
      if (computation.tasks.length > 0) await this.#computeRound(computation)
      const { tasks, older } = computation
      if (tasks.length === 0 && older.length > 0) beginOlder(computation)
      const unfinished = new Set([...tasks, ...older].map(({ machine }) => machine.clientId))
      const isLeft = ({ client }: ClientWork) => unfinished.has(client.clientId)
      const finished = computation.works.filter((work) => !isLeft(work))
      await this.#writeHours(finished.flatMap(({ taken }) => [...taken.keys()]))
      computation.works = computation.works.filter(isLeft)
      for (const work of finished) this.#finish(computation, work)
      if (computation.works.length > 0) this.#running.push(computation)
    } catch (error) {
      for (const work of computation.works) this.#fail(work, error)
    }
  }

  #demandOpen(): void {
    if (this.#closed)
      throw new Error('The ledger was closed; the rest is computed at the next start')
  }

  #finish({ revision, upsets, beganAt }: Computation, work: ClientWork): void {
    const { client, number } = work
    client.computed = revision
    if (upsets === this.#core.work.upsets) client.complete = number
    const now = performance.now()
    client.restUntil = now + Math.min((now - beganAt) * restShare, longestRestMs)
    this.#release(work)
    work.all.resolve()
    this.#ended(client)
  }

  #fail(work: ClientWork, error: unknown): void {
    for (const [machine, stretches] of work.taken) {
      for (const stretch of stretches) machine.dirty.add(stretch)
      // Rows of an earlier stop may have been renamed in part.
      if (Number.isFinite(machine.computing)) machine.dirty.touch(machine.computing)
      machine.tail.forget()
      this.#core.pieces.forgetMachine(machine.machineId)
    }
    this.#release(work)
    work.all.reject(error)
    this.#ended(work.client)
  }

  #release({ client, taken, recent }: ClientWork): void {
    for (const machine of taken.keys()) {
      machine.computing = Number.POSITIVE_INFINITY
      machine.taken = new DirtyStretches()
    }
    client.running = undefined
    recent.resolve()
  }

  async #computeRound({ tasks, revision }: Computation): Promise<void> {
    const { context, pieces } = this.#core
    const { results, again } = await computeRound(context, takeRound(tasks), revision)
    tasks.push(...again)
    for (const { task, result } of results) {
      // Of a machine without any row nothing has to be read to know all of its minutes.
      const isNew = task.machine.firstRow === Number.POSITIVE_INFINITY
      if (isNew && context.writesAlone) {
        pieces.minutes.begin(task.machine, Number.NEGATIVE_INFINITY, [])
      }
      this.#announce(task.machine, result)
    }
    const version = this.#core.version.next()
    await writeMinutes(
      context,
      version,
      results.map(({ task: { machine }, result }) => ({
        clientId: machine.clientId,
        machineId: machine.machineId,
        write: result.write,
        clear: result.clear,
      })),
    )
    await this.#adoptRepairs(version, results)
    await inSlices('ledger', this.#cache(results))
    for (const { left } of results) if (left !== null) tasks.push(left)
  }

  /** What tasks have learned of gaps counts once all of their rows are written. */
  async #adoptRepairs(version: bigint, results: readonly RoundResult[]): Promise<void> {
    const { context, work } = this.#core
    const learned = results.flatMap(({ task: { machine, repairs }, result, left }) => {
      const changes = new Map([...repairs, ...result.repairs])
      const { clientId, machineId } = machine
      return left === null && changes.size > 0 ? [{ clientId, machineId, machine, changes }] : []
    })
    await writeGapRepairs(context, version, learned)
    for (const { machine, changes } of learned) {
      machine.repairs = machine.repairs.with(changes)
      work.figuresChanged(machine)
    }
  }

  /** Rows are cached once they are in the store. */
  *#cache(results: readonly RoundResult[]): Generator<void, void> {
    const { minutes } = this.#core.pieces
    for (const { task, from, result } of results) {
      const { machine } = task
      machine.lastRow = Math.max(machine.lastRow, result.write.at(-1)?.minute ?? 0)
      machine.tail.replace(from, result.end, result.write)
      const range = { from, to: result.end ?? Number.POSITIVE_INFINITY }
      // Minutes that are frozen are not written, so what is written of such a machine is not all that its rows say (D69).
      if (machine.frozen.length > 0) minutes.forget(machine.machineId)
      else minutes.put(machine.machineId, range, result.write)
      yield
    }
  }

  /**
   * The newest hours of these machines that are over, once all of their minutes are right: late records may take hundreds of rounds.
   * What fails, and what is further back, is read from the minutes and made later.
   */
  async #writeHours(machines: readonly LedgerMachine[]): Promise<void> {
    const { context, hours, version } = this.#core
    const stretches = machines.flatMap(({ clientId, machineId, lastRow }) => {
      const range = hours.due(machineId, lastRow, hoursOfRound)
      return range ? [{ clientId, machineId, ...range }] : []
    })
    if (stretches.length === 0) return
    try {
      await writeHours(context, version.next(), stretches)
      for (const { machineId, ...range } of stretches) hours.written(machineId, range)
    } catch (error) {
      context.log.warn({ err: error }, 'Hours could not be written; trying again')
    }
  }

  /**
   * Rows of a machine are about to be written: what is cached of their minutes is forgotten, readers that rely on them must read again,
   * and those that come until all is computed must not rely on rows of which a part may be written.
   */
  #announce(machine: LedgerMachine, result: RoundResult['result']): void {
    const { hours, pieces, views } = this.#core
    const { machineId } = machine
    for (const range of writtenRanges(result)) {
      hours.touch(machineId, range)
      pieces.forgetMinutes(machineId, range)
      const stretch = { from: range.from, until: range.to - minuteMs }
      machine.computing = Math.min(machine.computing, stretch.from)
      machine.firstRow = Math.min(machine.firstRow, stretch.from)
      machine.taken.add(stretch)
      views.spoil(machineId, stretch)
    }
  }
}

/** The minutes of which rows are written or cleared; those that follow each other as one. */
function writtenRanges({ write, clear }: RoundResult['result']): TimeRange[] {
  const ranges: { from: number; to: number }[] = []
  for (const minute of clear) {
    const last = ranges.at(-1)
    if (last?.to === minute) last.to += minuteMs
    else ranges.push({ from: minute, to: minute + minuteMs })
  }
  const [first] = write
  const last = write.at(-1)
  if (first && last) ranges.push({ from: first.minute, to: last.minute + minuteMs })
  return ranges
}

/** Of these clients nothing recent is left, so what is older is next. */
function beginOlder(computation: Computation): void {
  const { works, older } = computation
  computation.tasks = older
  computation.older = []
  for (const { taken, recent } of works) {
    for (const machine of taken.keys()) machine.taken = new DirtyStretches()
    recent.resolve()
  }
  for (const { machine, from, until } of older) machine.taken.add({ from, until })
  for (const { taken } of works) {
    for (const machine of taken.keys()) machine.computing = machine.taken.first
  }
}

/** Takes the minutes of some machines that wait, and makes a task of each stretch, or two of one that is recent in part. */
function takeStretches(
  machines: readonly LedgerMachine[],
  waiting: Pick<Computation, 'tasks' | 'older'> & { readonly recentFrom: number },
): Map<LedgerMachine, readonly DirtyStretch[]> {
  const { tasks, older, recentFrom } = waiting
  const taken = new Map<LedgerMachine, readonly DirtyStretch[]>()
  for (const machine of machines) {
    const { stretches } = machine.dirty
    if (stretches.length === 0) continue
    taken.set(machine, stretches)
    // Stretches that are close are one: what is frozen between them is not computed.
    for (const stretch of stretches.flatMap((one) => outside(one, machine.frozen))) {
      const { from, until } = stretch
      if (until >= recentFrom) tasks.push(ledgerTask(machine, Math.max(from, recentFrom), until))
      if (from < recentFrom) {
        older.push(ledgerTask(machine, from, Math.min(until, recentFrom - minuteMs)))
      }
    }
    machine.computing = machine.dirty.first
    for (const stretch of stretches) machine.taken.add(stretch)
    machine.dirty = new DirtyStretches()
  }
  return taken
}
