import type { IPublishPacket } from 'mqtt'
import type { MqttMessage, Sender } from '../connector.ts'

/** Messages that may wait for the disk at the same time; the broker itself usually allows 20. */
const inFlightLimit = 1_000

/** What is set as a topic or an edge node is the permission: it belongs to the machine whose setting names it. */
export const externalSender: Sender = {
  userName: 'external broker',
  clientId: null,
  mayPublishFor: () => true,
}

export const messageOf = ({ topic, payload }: IPublishPacket, receivedAt: number): MqttMessage => ({
  topic,
  payload: Buffer.isBuffer(payload) ? payload : Buffer.from(payload),
  receivedAt,
})

/** What is subscribed to no longer, and what is new. */
export const changesOf = (before: ReadonlySet<string>, after: ReadonlySet<string>) => ({
  gone: [...before].filter((filter) => !after.has(filter)),
  fresh: [...after].filter((filter) => !before.has(filter)),
})

/**
 * Reads the next message while the ones before it are stored, as long as there are few enough of them. `stored` never
 * rejects.
 */
export function createReadOn() {
  let inFlight = 0
  const held: (() => void)[] = []
  return function readOn(stored: Promise<void>, next: () => void) {
    inFlight += 1
    stored.finally(() => {
      inFlight -= 1
      held.shift()?.()
    })
    if (inFlight < inFlightLimit) next()
    else held.push(next)
  }
}
