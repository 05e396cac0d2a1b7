import { addPushDevice } from '@packboard/contract'
import { call } from '../api/call.ts'

/** What keeps this browser from receiving messages; null: nothing. */
export type PushObstacle = 'notHere' | 'notSecure' | 'blocked'

export function pushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return 'notSecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'notHere'
  return Notification.permission === 'denied' ? 'blocked' : null
}

/** The bytes of base64url, as the browser wants a key. */
export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

const base64url = (bytes: ArrayBuffer | null) =>
  bytes === null
    ? ''
    : btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')

/** Subscribes this browser and sends the server where its messages go; the person allows it on the way. */
export async function addThisBrowser(pushKey: string): Promise<'added' | PushObstacle> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const worker = await navigator.serviceWorker.getRegistration()
  if (!worker) return 'notHere'
  // One of an earlier key would be refused.
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  })
  await call(addPushDevice, {
    body: {
      endpoint: subscription.endpoint,
      p256dh: base64url(subscription.getKey('p256dh')),
      auth: base64url(subscription.getKey('auth')),
    },
  })
  return 'added'
}
