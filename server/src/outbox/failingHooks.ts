import { addLetter, hookToCall, personToInform, switchOffHook } from '@packboard/management'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '../http/limits.ts'
import type { Ways } from './prepare.ts'

type HookWays = Pick<Ways, 'management' | 'now' | 'head'>
/** A log of the server, or of one of its requests. */
type Log = Pick<FastifyBaseLogger, 'warn'>

const dayMs = 24 * 3_600_000
/** Its last message was given up a little less than a day after it failed for the first time. */
const toleranceMs = 5 * 60_000

/** It answered that it does not exist any more. */
export const hookIsGone = (ways: HookWays, log: Log, hookId: number) =>
  switchOff(ways, log, { hookId, why: 'gone' })

/** One more failure: after a day of them it is switched off. */
export async function hookStillFails(ways: HookWays, log: Log, hookId: number): Promise<void> {
  if (await hasFailedFor(ways, hookId, dayMs))
    await switchOff(ways, log, { hookId, why: 'failing' })
}

/** One of its messages was given up after a day. */
export async function hookGaveUp(ways: HookWays, log: Log, hookId: number): Promise<void> {
  if (await hasFailedFor(ways, hookId, dayMs - toleranceMs))
    await switchOff(ways, log, { hookId, why: 'failing' })
}

async function hasFailedFor(ways: HookWays, hookId: number, ms: number): Promise<boolean> {
  const hook = await hookToCall(ways.management, hookId)
  return hook?.failingSince != null && ways.now() - hook.failingSince.getTime() >= ms
}

/** Switches it off, and writes to the person who added it. */
async function switchOff(
  ways: HookWays,
  log: Log,
  { hookId, why }: { readonly hookId: number; readonly why: 'gone' | 'failing' },
): Promise<void> {
  const { management } = ways
  const off = await switchOffHook(management, hookId, why)
  if (!off) return
  log.warn(
    { hook: hookId, client: off.clientId, why, event: 'hook.off' },
    'a webhook or an MQTT broker was switched off',
  )
  const person = await personToInform(management, off.createdBy)
  if (!person || person.isGone || person.email === null) return
  const { providerName, publicUrl } = ways.head()
  const reason =
    why === 'gone'
      ? 'its address answered that it does not exist any more (410)'
      : 'it could not be reached for 24 hours'
  const what = off.kind === 'mqtt' ? 'MQTT broker' : 'webhook'
  const text = [
    `Hello ${person.name},`,
    `the ${what} “${off.name}” that you added at ${providerName} was switched off: ${reason}. What waited for it is not sent.`,
    'When its receiver is back, switch it on again here; each delivery can be sent again from its list:',
    `${publicUrl}/admin/panel?view=hooks`,
  ].join('\n\n')
  const letter = {
    to: person.email,
    subject: `${providerName}: ${off.kind === 'mqtt' ? 'an' : 'a'} ${what} was switched off`,
    text,
  }
  await addLetter(
    management,
    letter,
    { kind: 'hookOff', userId: person.userId, clientId: off.clientId },
    limits.mailsWaiting,
  )
}
