import { setTimeout as sleep } from 'node:timers/promises'
import {
  alertRulesInForce,
  alertRulesStamp,
  machinesOfClient,
  noteComparison,
  openAlertCount,
  ruleToCompare,
  wantedNews,
} from '@packboard/management'
import type { FastifyBaseLogger } from 'fastify'
import { scopeOfWatch } from '../access/clientScope.ts'
import { planBook } from '../exclusions/planBook.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { ClientWatch, type WatchDeps } from './clientWatch.ts'
import { ComparedDays, compareRule } from './compareRule.ts'

type AlertServices = Pick<WatchDeps, 'telemetry' | 'management' | 'now'> & {
  readonly backups: { readonly isOverdue: () => boolean }
  readonly outbox: Pick<Outbox, 'wake'>
  readonly log: FastifyBaseLogger
  /** The cell of a process that holds one: only the records of its clients are here. */
  readonly lease: { readonly id: number } | undefined
}

/** What a monitoring system is to know of the evaluation of alerts. */
export type AlertFigures = {
  /** Alerts that are open, as counted within the last minute. */
  readonly open: number
  /** How long the look that is due longest waits, seconds. */
  readonly lagSeconds: number
}

/** The evaluation of the rules of all clients whose records are here (D94). */
export type AlertWatch = {
  figures(): AlertFigures
  /** Resolves when all that is known by now was looked at. */
  settled(): Promise<void>
}

export type AlertWatchDeps = { readonly alertWatch?: AlertWatch | undefined }

const tickMs = 1_000
/** How often it is looked whether rules or machines were changed. */
const rulesMs = 2_000
const machinesMs = 60_000
/** Between two comparisons with the ledger: 200 rules take less than a quarter of a day. */
const compareMs = 60_000
/** After a failure all waits so long. */
const againMs = 5_000

/** Follows the rules of all clients whose records this process holds, until `closers` end it; what failed is repeated. */
export function startAlertWatch(
  services: AlertServices,
  closers: (() => Promise<void> | void)[],
): AlertWatch {
  const { management, telemetry, log, backups, outbox, now } = services
  const cellId = services.lease?.id
  const plans = planBook({ management, telemetry })
  const server = { isBackupOverdue: () => backups.isOverdue() }
  const deps: WatchDeps = { management, telemetry, plans, now, server, wake: outbox.wake }
  const watches = new Map<number, ClientWatch>()
  let ended = false
  let stamp = ''
  /** What each client is followed with, as text. */
  const followed = new Map<number, string>()
  let [stampAt, machinesAt, countAt] = [0, 0, 0]
  let open = 0
  let failing = false
  let work: Promise<void> = Promise.resolve()
  const comparison = comparesRules(deps, log, () => [...watches.keys()])

  async function followRules(): Promise<void> {
    const at = performance.now()
    if (stampAt > 0 && at - stampAt < rulesMs) return
    const before = stamp
    const known = await alertRulesStamp(management)
    stampAt = at
    if (known === before && at - machinesAt < machinesMs) return
    const rules = await alertRulesInForce(management, cellId)
    const wanted = await wantedNews(management, cellId)
    for (const [clientId, watch] of watches) {
      if (rules.has(clientId) || wanted.has(clientId)) continue
      watch.close()
      watches.delete(clientId)
      followed.delete(clientId)
    }
    for (const clientId of new Set([...rules.keys(), ...wanted.keys()])) {
      const [own, news] = [rules.get(clientId) ?? [], wanted.get(clientId)]
      const scope = scopeOfWatch(clientId)
      const machines = await machinesOfClient(management, scope)
      const text = JSON.stringify([own, machines, [...(news ?? [])]])
      if (followed.get(clientId) === text) continue
      const watch = watches.get(clientId) ?? new ClientWatch(deps, scope)
      watches.set(clientId, watch)
      await watch.follow(own, machines, news)
      followed.set(clientId, text)
    }
    stamp = known
    machinesAt = at
  }

  async function count(): Promise<void> {
    const at = performance.now()
    if (countAt > 0 && at - countAt < machinesMs) return
    open = await openAlertCount(management, cellId)
    countAt = at
  }

  async function round(): Promise<void> {
    await followRules()
    for (const watch of watches.values()) {
      while (!ended && (await watch.look())) await sleep(0)
    }
    await count()
    if (!ended) comparison.next()
  }

  async function tick(): Promise<void> {
    try {
      await round()
      failing = false
    } catch (error) {
      if (ended) return
      if (!failing)
        log.error({ err: error }, 'Rules of alerts could not be evaluated; trying again')
      failing = true
      await sleep(againMs, undefined, { ref: false })
    }
  }

  /** One round after the other. */
  function next(): Promise<void> {
    work = work.then(tick)
    return work
  }
  let waiting = false
  const timer = setInterval(() => {
    if (waiting || ended) return
    waiting = true
    void next().finally(() => {
      waiting = false
    })
  }, tickMs)
  timer.unref()

  async function stop(): Promise<void> {
    ended = true
    clearInterval(timer)
    for (const watch of watches.values()) watch.close()
    await work
    await comparison.ended()
  }
  closers.push(stop)
  return {
    figures: () => ({ open, lagSeconds: lagOf([...watches.values()], now()) }),
    async settled() {
      // Rules that were saved just now are among what is known.
      stampAt = 0
      await next()
    },
  }
}

/**
 * One rule after the other, each once a day: what the ledger says of the last 30 days, beside the alerts that it opened. That takes a
 * while, so no look waits for it.
 */
function comparesRules(deps: WatchDeps, log: FastifyBaseLogger, clientIds: () => number[]) {
  let comparedAt = Number.NEGATIVE_INFINITY
  let comparing: Promise<void> | undefined
  const compared = new ComparedDays()
  let closed = false

  async function compare(): Promise<void> {
    try {
      const next = await ruleToCompare(deps.management, clientIds())
      if (next === undefined) return
      const { clientId, rule } = next
      const counts = await compareRule(deps, scopeOfWatch(clientId), rule, deps.now(), compared)
      // Of many machines the days are read one part after the other.
      if (counts === undefined) return
      await noteComparison(deps.management, clientId, { ruleId: rule.id, ...counts })
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'A rule of alerts could not be compared; trying again')
    }
  }

  return {
    /** Begins with the next rule, unless another one was begun within the last minute or is not done. */
    next(): void {
      const at = performance.now()
      if (comparing !== undefined || at - comparedAt < compareMs) return
      comparedAt = at
      comparing = compare().finally(() => {
        comparing = undefined
      })
    },
    async ended(): Promise<void> {
      closed = true
      await comparing
    },
  }
}

/** How long the look that is due longest waits, seconds. */
const lagOf = (watches: readonly ClientWatch[], now: number) =>
  Math.max(0, ...watches.map((watch) => watch.waits(now))) / 1_000
