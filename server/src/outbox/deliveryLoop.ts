import {
  type DueMessage,
  dueChannels,
  giveUpMessages,
  isMessageSent,
  linkWasSent,
  messagesDropped,
  messagesFailed,
  messagesReleased,
  messagesSent,
  messagesWait,
  type OutboxChannel,
  openLetter,
  outboxLimits,
  takeDue,
  wayIsOpen,
} from '@packboard/management'
import type { Logger } from 'pino'
import { limits } from '../http/limits.ts'
import type { Outcome } from './callOutside.ts'
import { hookGaveUp, hookIsGone, hookStillFails } from './failingHooks.ts'
import { prepare, type Ways } from './prepare.ts'

export type DeliveryLoop = {
  /** Looks now for messages whose moment has come. */
  wake(): void
  /** Whether a message of this number was sent within so many milliseconds; false when it was not, or not yet. */
  outcomeOf(id: string, patienceMs: number): Promise<boolean>
  /** Takes no more, and waits a moment for those that are being sent; the others go on at once elsewhere or later. */
  close(): Promise<void>
}

/**
 * Sends what is due: one loop in each process that serves people. It looks each second, and at once after something was added here.
 * What it has taken it sends before its lease ends; the messages of a process that is killed are sent by another one, or by its next
 * start, under the same id (D95).
 */
export function startDelivery(ways: Ways, log: Logger): DeliveryLoop {
  const { management } = ways
  const sending = new Map<string, { readonly message: DueMessage; readonly done: Promise<void> }>()
  const waiters = new Map<string, (isSent: boolean) => void>()
  const deliver = deliverer(ways, log, (id, isSent) => waiters.get(id)?.(isSent))
  let closing = false
  let looking: Promise<void> | undefined
  let again = false

  const countOf = (test: (message: DueMessage) => boolean) =>
    [...sending.values()].filter(({ message }) => test(message)).length

  async function look(): Promise<void> {
    for (const row of await giveUpMessages(management)) {
      const { kind, channel, event, user_id: user, state, why, tries } = row
      // No retry is left of it: the text of a letter is not in the log.
      if (channel === 'mail') {
        log.error(
          { mail: event || kind, user, tried: tries, why, event: 'mail.lost' },
          'an e-mail could not be sent; it was given up',
        )
      }
      if (row.hook_id !== null && state === 'failed') await hookGaveUp(ways, log, row.hook_id)
      waiters.get(row.id)?.(false)
    }
    for (const channel of await dueChannels(management)) await takeSome(channel)
  }

  async function takeSome(channel: OutboxChannel): Promise<void> {
    for (;;) {
      const most = limits.outboxAtOnce[channel] - countOf(({ first }) => first.channel === channel)
      if (closing || most <= 0) return
      const messages = [...sending.values()].map(({ message }) => message)
      const taken = await takeDue(management, {
        channel,
        most,
        besides: messages.flatMap(({ rows }) => rows.map(({ id }) => id)),
        besidesHooks: messages.flatMap(({ first }) => first.hook_id ?? []),
        besidesClients: busyClients(messages),
      })
      for (const message of taken) begin(message)
      if (taken.length === 0) return
    }
  }

  function begin(message: DueMessage): void {
    const { id } = message.first
    const done = deliver(message)
      .catch((error: unknown) => {
        log.error(
          { err: error, outbox: Number(id) },
          'A message could not be dealt with; trying again',
        )
      })
      .finally(() => {
        sending.delete(id)
        wake()
      })
    sending.set(id, { message, done })
  }

  function wake(): void {
    if (closing) return
    if (looking) {
      again = true
      return
    }
    again = false
    looking = look()
      .catch((error: unknown) => {
        if (!closing) log.warn({ err: error }, 'The outbox could not be read; trying again')
        again = false
      })
      .finally(() => {
        looking = undefined
        if (again) wake()
      })
  }

  const timer = setInterval(wake, limits.outboxLookMs)
  timer.unref()
  wake()

  return {
    wake,
    async outcomeOf(id, patienceMs) {
      let isLate: NodeJS.Timeout | undefined
      const known = new Promise<boolean>((resolve) => {
        waiters.set(id, resolve)
        isLate = setTimeout(() => resolve(false), patienceMs)
      })
      wake()
      // It may have been sent before anything waited for it, or by another process.
      const isSent = (await isMessageSent(management, id)) || (await known)
      clearTimeout(isLate)
      waiters.delete(id)
      return isSent || isMessageSent(management, id)
    },
    async close() {
      closing = true
      clearInterval(timer)
      await looking
      const all = [...sending.values()]
      let isLate: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        isLate = setTimeout(resolve, limits.mailPatience)
      })
      await Promise.race([Promise.all(all.map(({ done }) => done)), late])
      clearTimeout(isLate)
      for (const { message } of sending.values()) {
        await messagesReleased(management, message.rows).catch(() => undefined)
      }
      for (const answer of waiters.values()) answer(false)
    },
  }
}

/** Clients whose receivers take as long as they may hold up nobody else. */
function busyClients(messages: readonly DueMessage[]): number[] {
  const clients = messages.flatMap(({ first }) =>
    first.hook_id === null ? [] : (first.client_id ?? []),
  )
  const isBusy = (id: number) =>
    clients.filter((each) => each === id).length >= limits.hooksAtOnceOfClient
  return [...new Set(clients)].filter(isBusy)
}

/**
 * Sends one message that was taken and writes down what became of it. `answer` is called for each of its rows, once it is known whether
 * that was sent.
 */
export function deliverer(
  ways: Ways,
  log: Logger,
  answer: (rowId: string, isSent: boolean) => void,
): (message: DueMessage) => Promise<void> {
  const { management } = ways
  const failing = new Set<OutboxChannel>()

  async function deliver(message: DueMessage): Promise<void> {
    const { first } = message
    const prepared = await prepare(ways, message)
    for (const { row, why } of prepared.dropped) await messagesDropped(management, [row], why)
    const rest = { ...message, rows: prepared.rows }
    if (prepared.rows.length > 0) {
      await settle(rest, await inTime(prepared.send()))
    }
    for (const { row } of prepared.dropped) answer(row.id, false)
    if (prepared.rows.length === 0) answer(first.id, false)
  }

  async function settle(message: DueMessage, outcome: Outcome): Promise<void> {
    const { first, rows, messageId } = message
    const facts = { channel: first.channel, outbox: Number(first.id), message: messageId }
    switch (outcome.is) {
      case 'sent':
        await messagesSent(management, rows, outcome.status)
        if (failing.delete(first.channel)) await wayIsOpen(management, first.channel)
        await noteSentLetter(message)
        if (first.channel === 'mail') {
          log.info(
            { mail: first.event || first.kind, user: first.user_id, event: 'mail.sent' },
            'an e-mail was handed over',
          )
        } else log.debug({ ...facts, event: 'message.sent' }, 'a message was handed over')
        for (const { id } of rows) answer(id, true)
        return
      case 'drop':
        await messagesDropped(management, rows, outcome.why)
        break
      case 'gone':
        await messagesFailed(management, rows, { why: 'gone', status: outcome.status })
        if (first.hook_id !== null) await hookIsGone(ways, log, first.hook_id)
        break
      case 'wait': {
        const nextMs = await messagesWait(management, rows, outcome)
        if (outcome.why === 'away') failing.add(first.channel)
        const { why, status, detail } = outcome
        const tried = first.tries + 1
        if (first.channel === 'mail') {
          log.warn(
            {
              ...{ mail: first.event || first.kind, user: first.user_id, tried, nextMs },
              ...{ why: detail ?? why, event: 'mail.failed' },
            },
            'an e-mail could not be sent yet',
          )
        } else {
          log.warn(
            { ...facts, why: detail ?? why, status, tried, nextMs, event: 'message.failed' },
            'a message could not be sent yet',
          )
        }
        if (first.hook_id !== null) await hookStillFails(ways, log, first.hook_id)
        break
      }
    }
    for (const { id } of rows) answer(id, false)
  }

  /** A link that was sent is not made again. */
  async function noteSentLetter({ first }: DueMessage): Promise<void> {
    if (first.event !== 'invitation' && first.event !== 'reset') return
    const token = openLetter(management, first)?.token
    if (token === undefined) return
    await linkWasSent(management, token).catch((error: unknown) => {
      log.warn({ mail: first.event, err: error }, 'A sent e-mail could not be recorded')
    })
  }

  return deliver
}

/** Whatever a way out does: before the lease of a message ends it has an outcome. */
async function inTime(outcome: Promise<Outcome>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>((resolve) => {
    const limit = Math.min(limits.messageTimeout, outboxLimits.leaseMs)
    timer = setTimeout(
      () => resolve({ is: 'wait', why: 'away', status: null, detail: 'timeout' }),
      limit,
    )
  })
  try {
    return await Promise.race([outcome, late])
  } finally {
    clearTimeout(timer)
  }
}
