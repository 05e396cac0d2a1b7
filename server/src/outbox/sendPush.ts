import {
  forgetPushDevice,
  type Management,
  type PushKey,
  pushDeviceReached,
  pushDevicesOf,
} from '@packboard/management'
import webPush from 'web-push'
import { limits } from '../http/limits.ts'
import type { OutsideHosts } from '../http/outsideHosts.ts'
import { callOutside, type Outcome } from './callOutside.ts'

/** What the service worker shows. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  /** Where a press leads. */
  readonly url: string
  /** The same for all tries: a second one replaces the first. */
  readonly id: string
  readonly actions: readonly { readonly action: string; readonly title: string }[]
}

/** A push service keeps a message for a device that is off. */
const keptSeconds = 4 * 3_600

/**
 * Sends a message to all browsers of a person. It is sent when one service took it; a browser that its service does not know any more
 * is forgotten.
 */
export async function sendPush(
  deps: {
    readonly management: Management
    readonly hosts: OutsideHosts
    readonly key: PushKey
    /** Who runs this installation, for the push services: an address of a page or a mailbox. */
    readonly contact: string
  },
  userId: number,
  message: PushMessage,
): Promise<Outcome> {
  const devices = await pushDevicesOf(deps.management, userId)
  const outcomes: Outcome[] = []
  for (const { id, endpoint, p256dh, auth } of devices) {
    const outcome = await toDevice(deps, { endpoint, keys: { p256dh, auth } }, message)
    const isUnknown = outcome.is === 'gone' || (outcome.is === 'wait' && outcome.status === 404)
    if (isUnknown) await forgetPushDevice(deps.management, id)
    else outcomes.push(outcome)
    if (outcome.is === 'sent') await pushDeviceReached(deps.management, id)
  }
  const sent = outcomes.find(({ is }) => is === 'sent')
  return sent ?? outcomes[0] ?? { is: 'drop', why: 'noDevice' }
}

async function toDevice(
  { hosts, key, contact }: Parameters<typeof sendPush>[0],
  device: webPush.PushSubscription,
  message: PushMessage,
): Promise<Outcome> {
  const url = URL.parse(device.endpoint)
  if (!url) return { is: 'gone', status: 404 }
  try {
    const made = webPush.generateRequestDetails(device, fitting(message), {
      vapidDetails: { subject: contact, ...key },
      TTL: keptSeconds,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    })
    const headers = Object.fromEntries(
      Object.entries(made.headers).map(([name, value]) => [name, String(value)]),
    )
    return await callOutside(hosts, url, { headers, body: made.body ?? '' })
  } catch {
    // Keys of a browser that are none.
    return { is: 'gone', status: 404 }
  }
}

/** A service takes 4 kB with what encryption adds: the text is cut, never the address. */
function fitting(message: PushMessage): string {
  for (let length = message.body.length; ; length = Math.floor(length / 2)) {
    const text = JSON.stringify({
      ...message,
      title: message.title.slice(0, 200),
      body: message.body.slice(0, length),
    })
    if (length === 0 || Buffer.byteLength(text) <= limits.pushBytes) return text
  }
}

/** A new key pair for this installation. */
export const makePushKey = (): PushKey => webPush.generateVAPIDKeys()
