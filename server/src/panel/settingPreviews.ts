import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SettingsPreview } from '@packboard/contract'
import {
  keepPreview,
  type ownerOfType,
  type PreviewedChange,
  previewName,
  previewSettings,
} from '@packboard/management'
import { AppError, type ClientScope, previewLimits } from '@packboard/model'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { type ClientMoves, clientMoves, movedWeeks } from './movedDays.ts'

/** A call is answered after so long at the latest; what is computed by then is in the answer. */
const answerMs = 15_000
/** So many previews are computed at once, and so many are in memory. */
const mostRunning = 2
const mostKept = 50
const minuteMs = 60_000

type PreviewDeps = Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps

/** A preview that is computed, or was. */
type Job = {
  readonly id: string
  readonly userId: number
  readonly entriesHash: string
  readonly change: PreviewedChange
  readonly beganAt: number
  readonly ending: AbortController
  readonly moves: ClientMoves[]
  /** Days of single machines. */
  of: number
  done: number
  endedAt: number | undefined
  failure: unknown
  readonly ended: Promise<void>
}

/** What is to be entered, and who looks at it. */
type Requested = {
  readonly userId: number
  readonly entriesHash: string
  /** Continues one that is not complete. */
  readonly previewId: string | undefined
  readonly lockOwner: ReturnType<typeof ownerOfType>
  readonly scopeOf: (clientId: number) => Promise<ClientScope>
  /** A client that the person does not see is counted and not named. */
  readonly sees: (clientId: number) => boolean
}

/** The SHA-256 of what is to be entered and of whom: a preview is of these rows alone. */
export const entriesHashOf = (of: string, rows: readonly object[]): string =>
  createHash('sha256')
    .update(JSON.stringify([of, rows]))
    .digest('hex')

/**
 * Computes previews of changes of the past in the background. A call waits for 15 s; what takes longer is continued by the next one. A
 * person has one at a time: another one ends it.
 */
export class SettingPreviews {
  readonly #deps: PreviewDeps
  readonly #jobs = new Map<string, Job>()

  constructor(deps: PreviewDeps) {
    this.#deps = deps
  }

  /** Ends those that are computed. */
  async stop(): Promise<void> {
    const running = [...this.#jobs.values()].filter(isRunning)
    for (const { ending } of running) ending.abort()
    await Promise.all(running.map(({ ended }) => ended))
  }

  async preview(requested: Requested): Promise<SettingsPreview> {
    const job = await this.#jobOf(requested)
    const patience = new AbortController()
    await Promise.race([
      job.ended,
      sleep(answerMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ])
    patience.abort()
    if (job.failure !== undefined) {
      this.#jobs.delete(job.id)
      throw job.failure
    }
    return this.#answer(job, requested.sees)
  }

  async #jobOf({ userId, entriesHash, previewId, ...requested }: Requested): Promise<Job> {
    this.#forgetOld()
    if (previewId !== undefined) {
      const known = this.#jobs.get(previewId)
      if (known?.userId !== userId) throw new AppError('settings.previewUnknown')
      if (known.entriesHash !== entriesHash) throw new AppError('settings.previewOther')
      return known
    }
    for (const job of this.#jobs.values()) {
      if (job.userId === userId && isRunning(job)) job.ending.abort()
    }
    const change = await previewSettings(this.#deps.management, requested.lockOwner)
    const machines = change.clients.reduce((sum, client) => sum + client.machines.length, 0)
    if (machines > previewLimits.machines) throw new AppError('settings.previewTooMany')
    const others = [...this.#jobs.values()].filter((job) => isRunning(job) && job.userId !== userId)
    if (others.length >= mostRunning) throw new AppError('settings.previewBusy')
    return this.#begin({ userId, entriesHash, change }, requested.scopeOf)
  }

  #begin(of: Pick<Job, 'userId' | 'entriesHash' | 'change'>, scopeOf: Requested['scopeOf']): Job {
    const { promise, resolve } = Promise.withResolvers<void>()
    const job: Job = {
      ...{ ...of, id: previewName(), beganAt: this.#deps.now(), ending: new AbortController() },
      ...{ moves: [], of: 0, done: 0, endedAt: undefined, failure: undefined, ended: promise },
    }
    this.#jobs.set(job.id, job)
    this.#compute(job, scopeOf)
      .catch((error: unknown) => {
        job.failure = job.ending.signal.aborted ? new AppError('settings.previewUnknown') : error
      })
      .finally(() => {
        job.endedAt = this.#deps.now()
        resolve()
      })
    return job
  }

  async #compute(job: Job, scopeOf: Requested['scopeOf']): Promise<void> {
    const { change, userId, entriesHash, ending } = job
    const progress = {
      signal: ending.signal,
      add(days: number) {
        job.of += days
      },
      done(days: number) {
        job.done += days
      },
    }
    for (const client of change.clients) {
      const scope = await scopeOf(client.clientId)
      job.moves.push(await clientMoves(this.#deps, scope, client, job.beganAt, progress))
    }
    const { version, newestEntry, applyFrom } = change
    const rebuilds = job.moves.flatMap((moves) => moves.rebuilds)
    const preview = { userId, entriesHash, version, newestEntry, applyFrom, rebuilds }
    await keepPreview(this.#deps.management, job.id, preview)
    job.done = job.of
  }

  #answer(job: Job, sees: Requested['sees']): SettingsPreview {
    const { change, moves, beganAt, endedAt } = job
    const clients = change.clients.flatMap(({ clientId, name }, index) => {
      const machines = moves[index]?.machines ?? []
      return machines.length === 0 ? [] : [{ clientId, name, machines }]
    })
    const seen = clients.filter(({ clientId }) => sees(clientId))
    const hidden = clients.filter(({ clientId }) => !sees(clientId))
    const total = (some: typeof clients) => {
      const machines = some.flatMap((one) => one.machines)
      return { machines: machines.length, days: machines.reduce((sum, { days }) => sum + days, 0) }
    }
    const instants = (of: 'keptFrom' | 'beforeFirst') => moves.flatMap((one) => one[of] ?? [])
    return {
      previewId: job.id,
      until: new Date((endedAt ?? beganAt) + previewLimits.minutes * minuteMs),
      applyFrom: change.applyFrom,
      // Nothing is complete before the preview is kept.
      done: endedAt === undefined ? Math.min(job.done, job.of - 1) : job.of,
      of: job.of,
      seconds: ((endedAt ?? this.#deps.now()) - beganAt) / 1_000,
      days: total(clients).days,
      machines: seen.flatMap(({ machines }) =>
        machines.map(({ serialNo, days }) => ({ machineId: serialNo, days })),
      ),
      weeks: movedWeeks(moves),
      clients: [
        ...seen.map((one) => ({ clientId: one.clientId, name: one.name, ...total([one]) })),
        ...(hidden.length > 0 ? [{ clientId: null, name: null, ...total(hidden) }] : []),
      ],
      keptFrom: latest(instants('keptFrom')),
      beforeFirst: earliest(instants('beforeFirst')),
    }
  }

  #forgetOld(): void {
    const oldest = this.#deps.now() - previewLimits.minutes * minuteMs
    for (const [id, { endedAt }] of this.#jobs) {
      const isOver = endedAt !== undefined
      if (isOver && (endedAt < oldest || this.#jobs.size > mostKept)) this.#jobs.delete(id)
    }
  }
}

const isRunning = ({ endedAt }: Job) => endedAt === undefined

const byTime = (instants: readonly Date[]) =>
  [...instants].sort((a, b) => a.getTime() - b.getTime())
const latest = (instants: readonly Date[]): Date | null => byTime(instants).at(-1) ?? null
const earliest = (instants: readonly Date[]): Date | null => byTime(instants)[0] ?? null
