import { createHmac, randomBytes } from 'node:crypto'
import type { Device } from '@packboard/ingest'
import { type Device as Account, type Management, verifyDevice } from '@packboard/management'

/** Which devices have signed in here, and what they are bound to at this moment. */
type DeviceBook = {
  device(userName: string, token: string): Promise<Device | null>
  deviceNow(userName: string): Device | null
  /** Looks again at every device in the book; called after accounts, machines or bindings changed. */
  refresh(): Promise<void>
}

/** Devices remembered; the one that was used least lately is forgotten first and simply signs in again. */
const bookSize = 10_000

/** Keeps open MQTT sessions true to the management store: a revoked device stops being one within the next look. */
export function deviceBook(
  management: Management,
  verify: typeof verifyDevice = verifyDevice,
): DeviceBook {
  const book = new Map<string, { token: string; device: Device }>()
  // The credential only says "the same as before"; nobody can sign in with it.
  const key = randomBytes(32)
  const credentialOf = (userName: string, token: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userName, token]))
      .digest('base64')

  function asDevice(userName: string, token: string, account: Account): Device {
    return {
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
    book.delete(userName)
    book.set(userName, { token, device })
    const [idlest] = book.keys()
    if (book.size > bookSize && idlest !== undefined) book.delete(idlest)
  }

  return {
    async device(userName, token) {
      const device = await look(userName, token)
      // A wrong token says nothing about the session that signed in with the right one.
      if (device) write(userName, token, device)
      return device
    },
    deviceNow: (userName) => book.get(userName)?.device ?? null,
    async refresh() {
      for (const [userName, entry] of [...book]) {
        const device = await look(userName, entry.token)
        // It may have signed in with another token meanwhile.
        if (book.get(userName) !== entry) continue
        if (device) book.set(userName, { token: entry.token, device })
        else book.delete(userName)
      }
    },
  }
}
