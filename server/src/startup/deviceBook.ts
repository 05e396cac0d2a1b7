import { createHmac, randomBytes } from 'node:crypto'
import type { Device } from '@packboard/ingest'
import { type Device as Account, type Management, verifyDevice } from '@packboard/management'

/** The devices that have signed in here, and their present bindings. */
type DeviceBook = {
  device(userName: string, token: string): Promise<Device | null>
  deviceNow(credential: string): Device | null
  /** Checks every known device again; called after accounts, machines or bindings changed. */
  refresh(): Promise<void>
}

/** Devices remembered; the least recently used one is forgotten first and only has to sign in again. */
const bookSize = 10_000

/**
 * Keeps open MQTT sessions consistent with the management store: a revoked device loses its session at the next check.
 */
export function deviceBook(
  management: Management,
  verify: typeof verifyDevice = verifyDevice,
): DeviceBook {
  const book = new Map<string, { userName: string; token: string; device: Device }>()
  // The credential is only compared with the one before; it cannot be used to sign in.
  const key = randomBytes(32)
  const credentialOf = (userName: string, token: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userName, token]))
      .digest('base64')

  function asDevice(userName: string, token: string, account: Account): Device {
    return {
      deviceId: account.userId,
      userName,
      clientId: account.clientId,
      machineIds: new Set(account.machineIds),
      credential: credentialOf(userName, token),
    }
  }

  async function look(userName: string, token: string): Promise<Device | null> {
    const account = await verify(management, { username: userName, token })
    return account && asDevice(userName, token, account)
  }

  function write(userName: string, token: string, device: Device) {
    book.delete(device.credential)
    book.set(device.credential, { userName, token, device })
    const [idlest] = book.keys()
    if (book.size > bookSize && idlest !== undefined) book.delete(idlest)
  }

  return {
    async device(userName, token) {
      const device = await look(userName, token)
      // A wrong token must not end the session that signed in with the right one.
      if (device) write(userName, token, device)
      return device
    },
    deviceNow: (credential) => book.get(credential)?.device ?? null,
    async refresh() {
      for (const [credential, entry] of [...book]) {
        const device = await look(entry.userName, entry.token)
        if (device) book.set(credential, { ...entry, device })
        else book.delete(credential)
      }
    },
  }
}
