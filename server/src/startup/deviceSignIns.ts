import type { Device } from '@packboard/ingest'
import {
  addressBlock,
  type DeviceDirectory,
  type Device as KnownDevice,
  type Management,
  recordEvent,
} from '@packboard/management'
import { AppError } from '@packboard/model'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { limits } from '../http/limits.ts'
import { tokenBuckets } from '../http/tokenBucket.ts'

type DeviceSignIns = {
  device(userName: string, token: string, address: string): Promise<Device | null>
  deviceNow(credential: string): Device | null
}

/**
 * Sign-ins of devices, over HTTP and MQTT. A right token is found before anything is counted, so wrong ones never delay
 * it; they are slowed for each name and address and for each address, and are in the audit log (D81).
 */
export function deviceSignIns(options: {
  readonly management: Management
  readonly devices: DeviceDirectory
  readonly log: FastifyBaseLogger
  readonly now: () => number
}): DeviceSignIns {
  const { devices, now } = options
  const ofName = tokenBuckets(
    { burst: limits.deviceFailureBurst, perSecond: limits.deviceFailuresPerSecond },
    now,
  )
  const ofAddress = tokenBuckets(
    { burst: limits.refusalBurst, perSecond: limits.refusalsPerSecond },
    now,
  )
  const record = failureLog(options)

  return {
    async device(name, token, from) {
      const known = await devices.known({ name, token })
      if (known) return asDevice(known)
      const address = addressBlock(from)
      const pair = JSON.stringify([name.toLowerCase(), address])
      const wait = Math.max(ofName.wait(pair), ofAddress.wait(address))
      record(name, address)
      if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
      ofName.take(pair)
      ofAddress.take(address)
      return null
    },
    deviceNow(credential) {
      const device = devices.now(credential)
      return device && asDevice(device)
    },
  }
}

/** Made once for each reading of the devices: every MQTT message asks for the device that sent it. */
const asIngestKnows = new WeakMap<KnownDevice, Device>()

function asDevice(known: KnownDevice): Device {
  const made = asIngestKnows.get(known)
  if (made) return made
  const { deviceId, name, clientId, credential } = known
  const machineIds = new Set(known.machineIds)
  const device = { deviceId, userName: name, clientId, machineIds, credential }
  asIngestKnows.set(known, device)
  return device
}

/**
 * Writes wrong sign-ins to the audit log, bounded: one entry for each name and address in ten minutes, with the number
 * since the entry before, and a limited number for each client, so that a flood does not fill the disk. A name that no device has
 * is not kept: it may be a token in the wrong place.
 */
function failureLog({
  management,
  devices,
  log,
  now,
}: Parameters<typeof deviceSignIns>[0]): (name: string, address: string) => void {
  const ofPair = tokenBuckets({ burst: 1, perSecond: limits.deviceFailureEntriesPerSecond }, now)
  const ofClient = tokenBuckets(
    { burst: limits.deviceFailureEntries, perSecond: limits.deviceFailureEntriesOfClientPerSecond },
    now,
  )
  const since = new LRUCache<string, number>({ max: 20_000 })

  return (typed, address) => {
    const known = devices.hasName(typed)
    const name = known ? typed.slice(0, 64) : 'unknown'
    const pair = JSON.stringify([name.toLowerCase(), address])
    const failures = (since.get(pair) ?? 0) + 1
    since.set(pair, failures)
    const clientId = devices.clientOfName(typed) ?? null
    // Guesses at the devices of one client, or at none, cannot use up the entries of another.
    const whose = known ? `client ${clientId}` : 'nobody'
    if (ofPair.take(pair) > 0 || ofClient.take(whose) > 0) return
    since.delete(pair)
    recordEvent(management, {
      actorId: null,
      actorName: name,
      action: 'signInFailed',
      entity: 'device',
      entityId: null,
      clientId,
      after: { address, failures },
    }).catch((error: unknown) => {
      log.warn({ err: error, name, address }, 'A wrong sign-in of a device was not recorded')
    })
  }
}
