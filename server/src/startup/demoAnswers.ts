import { demoAccounts } from '@packboard/demo'
import { type AnsweredStop, anyAnswer, seedAnswers } from '@packboard/demo/answers'
import { clientSettings, machinesOfClient, plainReasons } from '@packboard/management'
import type { ClientScope } from '@packboard/model'
import { stops } from '@packboard/telemetry/read'
import { scopeOfCommand } from '../access/clientScope.ts'
import type { Deps } from '../deps.ts'

type Parts = Pick<Deps, 'management' | 'telemetry' | 'now'>

const dayMs = 86_400_000
const days = 30
/** Days of one machine that are read at once: some thousand stops. */
const daysAtOnce = 10

/** The clients of which the demo has people. */
const clientIds = [...new Set(demoAccounts.flatMap(({ clientId }) => clientId ?? []))]

/**
 * Writes what the people of the demo have said in the last 30 days about the stops of their machines, once: where nobody has said
 * anything yet, and the client has named reasons. Resolves with how many answers it wrote.
 */
export async function answerDemoStops({ management, telemetry, now }: Parts): Promise<number> {
  let written = 0
  for (const clientId of clientIds) {
    const scope = scopeOfCommand({ clientId })
    const reasons = await plainReasons(management, scope)
    if (reasons.length === 0 || (await anyAnswer(management, clientId))) continue
    await telemetry.settled()
    const found = await stopsToAnswer({ management, telemetry, now }, scope)
    written += await seedAnswers(management, clientId, found, { reasons, now: now() })
  }
  return written
}

/** The stops that are over and ask for a reason. */
async function stopsToAnswer(
  { management, telemetry, now }: Parts,
  scope: ClientScope,
): Promise<AnsweredStop[]> {
  const { thresholds: thresholdsOf } = await clientSettings(management, scope)
  const until = now()
  const found: AnsweredStop[] = []
  for (const { id, serialNo } of await machinesOfClient(management, scope)) {
    for (let end = until; end > until - days * dayMs; end -= daysAtOnce * dayMs) {
      const period = { from: new Date(end - daysAtOnce * dayMs), to: new Date(end) }
      const question = { machineIds: [id], period, filter: {} }
      for (const stop of await stops(telemetry, scope, question)) {
        const { ranUntil, runAgain, causeGroup, cause, firstState: state } = stop
        if (ranUntil === null || runAgain === null) continue
        const [began, ended] = [ranUntil.getTime(), runAgain.getTime()]
        if (thresholdsOf(id).isMicro(began, ended)) continue
        found.push({
          ...{ machineId: id, serialNo, state },
          ...{ from: stop.from.getTime(), to: stop.to.getTime() },
          alarmGroup: causeGroup,
          alarm: causeGroup === '' ? '' : cause,
        })
      }
    }
  }
  return found
}

const lookEveryMs = 1_000

/** In the demo, does this as soon as the plant has written its history. The returned function ends the wait. */
export function answerAfterHistory(
  parts: Parts & Pick<Deps, 'demo' | 'demoHistory' | 'log'>,
): () => void {
  if (!parts.demo) return () => {}
  let wasWritten = false
  const timer = setInterval(() => {
    const share = parts.demoHistory()
    if (share !== null) {
      wasWritten = true
      return
    }
    if (!wasWritten) return
    clearInterval(timer)
    answerDemoStops(parts).catch((error: unknown) => {
      parts.log.warn({ err: error }, 'The stops of the demo could not be answered')
    })
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
