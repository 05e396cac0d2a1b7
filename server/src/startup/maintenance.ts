import {
  byOneProcess,
  forgetCompanyFlows,
  forgetEmailChanges,
  forgetFullBuckets,
  forgetOldAlerts,
  forgetOldAudit,
  forgetOldBrowsers,
  forgetOldFailures,
  forgetOldLinks,
  forgetOldMessages,
  forgetOldReports,
  forgetOldSessions,
  forgetOldShifts,
  forgetOldTickets,
  forgetRegistrations,
  logChainHeads,
  type Management,
  newestChange,
  sealAudit,
} from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import { noteManagementChange } from '@packboard/telemetry/write'
import type { FastifyBaseLogger } from 'fastify'
import type { AccountMail } from '../accounts/accountMail.ts'
import { forgetUpgradeCopy } from '../backup/copyBeforeUpgrade.ts'
import { type Config, keepDays } from '../config.ts'

const maintenanceMs = 3_600_000
const dayMs = 86_400_000

/**
 * Deletes data past its retention, after the start of the server and then once a day. A failure is logged and retried
 * the next day. The returned function stops it without waiting: the next run finds what was not deleted.
 */
export function forgetDaily(parts: {
  readonly config: Config
  readonly management: Management
  readonly telemetry: Telemetry
  readonly log: FastifyBaseLogger
}): () => void {
  const { config, management, telemetry, log } = parts
  async function forget() {
    const outcomes = await Promise.allSettled([
      telemetry.forgetOld(),
      forgetOldAudit(management, keepDays(config, 'audit')),
      forgetOldShifts(management, keepDays(config, 'audit')),
      forgetOldAlerts(management),
      forgetOldReports(management),
      forgetUpgradeCopy(config.dataDir, Date.now()),
    ])
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      log.warn({ err: outcome.reason }, 'Old data could not be deleted; trying again tomorrow')
    }
  }
  const timer = setInterval(() => void forget(), dayMs)
  timer.unref()
  void forget()
  return () => clearInterval(timer)
}

/** An older copy of the management store that lacks less than the changes of this time may open unnoticed (D68). */
const noteEveryMs = 60_000

/**
 * Keeps the number of the newest change of management in the telemetry store, each minute and at the end. The returned
 * function notes it for the last time.
 */
export function noteChanges({
  management,
  telemetry,
  log,
}: {
  readonly management: Management
  readonly telemetry: Telemetry
  readonly log: FastifyBaseLogger
}): () => Promise<void> {
  let noted = 0
  async function note(): Promise<void> {
    try {
      const newest = await newestChange(management)
      if (newest <= noted) return
      await noteManagementChange(telemetry, newest)
      noted = newest
    } catch (error) {
      log.warn({ err: error }, 'The newest change of management could not be noted; trying again')
    }
  }
  const timer = setInterval(() => void note(), noteEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await note()
  }
}

/** Deletes what has expired and sends again what was never sent, once an hour. */
export function maintainHourly(
  management: Management,
  mail: AccountMail | undefined,
  log: FastifyBaseLogger,
): () => void {
  const timer = setInterval(() => {
    Promise.all([
      forgetOldSessions(management),
      forgetOldTickets(management),
      forgetOldBrowsers(management),
      forgetOldFailures(management),
      forgetFullBuckets(management),
      forgetOldLinks(management),
      forgetOldMessages(management),
      forgetCompanyFlows(management),
      forgetEmailChanges(management),
      forgetRegistrations(management),
    ]).catch((error: unknown) => log.warn({ err: error }, 'Expired sessions could not be deleted'))
    sendAgain()
  }, maintenanceMs)
  const sendAgain = () =>
    mail &&
    byOneProcess(management, 'send invitations again', () => mail.inviteAgain()).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'Invitations could not be sent again')
      },
    )
  // What an earlier run of this server could not send.
  void sendAgain()
  timer.unref()
  return () => clearInterval(timer)
}

/** With the wait of one that is under way an entry is signed at most 5 s after its commit (D93). */
const sealEveryMs = 2_000
const headsEveryMs = 600_000

/** Signs new entries of the audit log, by whichever process comes first, and writes the ends of the chains to the log once a day. */
export function keepChains(management: Management, log: FastifyBaseLogger): () => Promise<void> {
  let ended = false
  let work: Promise<unknown> = Promise.resolve()
  let busy = false
  function run(task: () => Promise<unknown>) {
    if (busy || ended) return
    busy = true
    work = task()
      .catch((error: unknown) => {
        if (!ended) log.warn({ err: error }, 'The audit log could not be signed; trying again')
      })
      .finally(() => {
        busy = false
      })
  }
  const sealing = setInterval(() => run(() => sealAudit(management)), sealEveryMs)
  const heads = setInterval(() => run(() => logChainHeads(management)), headsEveryMs)
  for (const timer of [sealing, heads]) timer.unref()
  run(async () => {
    await sealAudit(management)
    await logChainHeads(management)
  })
  return async () => {
    ended = true
    clearInterval(sealing)
    clearInterval(heads)
    await work
  }
}
