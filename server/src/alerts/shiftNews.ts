import {
  addMachineNews,
  type ClientMachine,
  machinesOfClient,
  shiftsOfClient,
  type WantedNews,
} from '@packboard/management'
import { type ClientScope, type Shift, shiftAt, sumOfShift } from '@packboard/model'
import { isPremium } from '../daySummary/readDays.ts'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { metricsWire } from '../figures/metricsWire.ts'
import { readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { readProgress } from '../shift/readProgress.ts'
import { shownMetrics, stopFigures } from '../shift/readShift.ts'
import type { NewsDeps } from './alertFacts.ts'

const minuteMs = 60_000
/** The records of the last minutes of a shift may come so long after it. */
const settledMs = 2 * minuteMs
/** What ended longer ago is no news, as after a process was away. */
const newsMs = 60 * minuteMs

/** Informs webhooks of the end of each shift of one client, once. */
export class ShiftNews {
  readonly #deps: NewsDeps
  readonly #scope: ClientScope
  #wanted: WantedNews | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #endedAt: number | undefined

  constructor(deps: NewsDeps, scope: ClientScope) {
    this.#deps = deps
    this.#scope = scope
  }

  follow(wanted: WantedNews | undefined): void {
    this.#wanted = wanted
  }

  async look(now: number): Promise<void> {
    const since = this.#wanted?.get('shift.closed')
    if (since === undefined || now - this.#lookedAt < minuteMs) return
    const times = await shiftsOfClient(this.#deps.management, this.#scope)
    const at = now - settledMs
    const running = times && shiftAt(times.starts, times.zone, new Date(at))
    if (running !== undefined) {
      const end = running.period.from.getTime()
      const shift = shiftAt(times?.starts ?? [], times?.zone ?? '', new Date(end - 1))
      const isNews = this.#endedAt !== end && at - end <= newsMs && since.getTime() < end
      if (isNews && shift !== undefined) await this.#add(shift)
      this.#endedAt = end
    }
    this.#lookedAt = now
  }

  async #add({ name, period }: Shift): Promise<void> {
    const { management } = this.#deps
    const machines = await machinesOfClient(management, this.#scope)
    if (machines.length === 0) return
    const body = {
      shift: {
        ...{ name, startsAt: period.from.toISOString(), endsAt: period.to.toISOString() },
        ...(await this.#figures(machines, period)),
      },
    }
    const news = { event: 'shift.closed' as const, key: `${period.from.getTime()}`, body }
    await addMachineNews(management, this.#scope.clientId, [{ ...news, about: name }])
    this.#deps.wake()
  }

  /** As the page of the shift has them. */
  async #figures(machines: readonly ClientMachine[], period: Shift['period']) {
    const [deps, scope] = [this.#deps, this.#scope]
    const requested = { scope, machines, period, filter: {}, nothing: false }
    const [progress, basis, compares] = await Promise.all([
      readProgress(deps, scope, machines, { shift: period, at: period.to }),
      readBasis(deps, requested, metricDimensions),
      isPremium(deps.management, scope),
    ])
    const targetOf = await targetBook(deps, scope, { contexts: basis.contexts, before: period.to })
    const { made, due } = sumOfShift(progress.machines)
    const metrics = shownMetrics(metricsWire(metricsOf(basis, targetOf)), { compares, machines })
    const { stopSeconds } = stopFigures(basis.contexts, targetOf)
    return { machines: machines.length, made, due, oeee: metrics.OEEE, stopSeconds }
  }
}
