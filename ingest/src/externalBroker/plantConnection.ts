import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { Health } from '../connector.ts'
import type { IngestLog } from '../log.ts'

/** Pauses between attempts: 2, 4, 8 and then 15 s. An attempt takes 10 s at most, so a broker that is right again is met within 30 s. */
const firstPauseMs = 2_000
const longestPauseMs = 15_000
const attemptMs = 10_000
/** A connection that lasts so long ends an outage: what comes after it is another one. */
const steadyMs = 60_000
/** So many causes of an outage are logged, each once. */
const causesLimit = 20

export type PlantConnectionOptions = {
  /** Its user name and password may have any character: those with a meaning in addresses are percent-encoded. */
  url: string
  /** The authority of its certificate, in PEM; without it the public ones count. */
  ca?: Buffer | undefined
  now(): number
  log: IngestLog
}

/** Whether the broker of the plant is connected. */
export type BrokerLink = {
  readonly isConnected: boolean
  /** Why not, in the words of the broker or the network; undefined before the first attempt has ended. */
  readonly lost?: { readonly since: number; readonly reason: string } | undefined
}

export type PlantConnection = {
  readonly client: MqttClient
  link(): BrokerLink
  health(): Health
}

/**
 * A connection to the broker of the plant that is tried until it stands, whatever the broker answers: one that refuses
 * may be starting, or have the account wrong for a while. Each cause of an outage is logged once.
 */
export function connectToPlant(
  { url, ca, now, log }: PlantConnectionOptions,
  purpose: 'records' | 'sparkplug' | 'births',
  options: IClientOptions,
): PlantConnection {
  const event = `externalBroker.${purpose}`
  const causes = new Set<string>()
  const { address, ...account } = accountOf(url)
  const client = mqtt.connect(address, {
    ...options,
    ...account,
    ...(ca && { ca }),
    connectTimeout: attemptMs,
    reconnectPeriod: firstPauseMs,
    reconnectOnConnackError: true,
  })
  let lost: { since: number; reason: string } | undefined
  let connectedAt: number | undefined
  let isExplained = false
  let isReturnLogged = false

  function fail(error: Error) {
    // Where a name has several addresses, the error of all of them has only a code.
    const reason = error.message || ('code' in error ? String(error.code) : error.name)
    lost = { since: lost?.since ?? now(), reason }
    if (causes.has(reason) || causes.size >= causesLimit) return
    causes.add(reason)
    log.warn({ event, err: error }, 'The external broker is not connected; it is tried again')
  }

  client.on('error', (error) => {
    isExplained = true
    fail(error)
  })
  client.on('reconnect', () => {
    isExplained = false
    const { reconnectPeriod = firstPauseMs } = client.options
    client.options.reconnectPeriod = Math.min(2 * reconnectPeriod, longestPauseMs)
  })
  client.on('connect', () => {
    client.options.reconnectPeriod = firstPauseMs
    isExplained = false
    connectedAt = now()
    lost = undefined
    if (causes.size === 0 || isReturnLogged) return
    isReturnLogged = true
    log.info({ event }, 'The external broker is connected again')
  })
  client.on('close', () => {
    if (client.disconnecting) return
    const wasConnected = connectedAt !== undefined
    if (connectedAt !== undefined && now() - connectedAt >= steadyMs) {
      causes.clear()
      isReturnLogged = false
    }
    connectedAt = undefined
    if (isExplained) return
    fail(new Error(wasConnected ? 'the connection was closed' : 'no answer to the sign-in'))
  })
  const link = () => ({ isConnected: client.connected, lost: client.connected ? undefined : lost })
  return {
    client,
    link,
    health() {
      if (client.connected) return { ok: true, detail: 'connected' }
      const reason = lost ? ` (${lost.reason})` : ''
      return { ok: false, detail: `not connected; trying again${reason}` }
    },
  }
}

/** The address without the account, and the account with its characters as they are. */
function accountOf(url: string) {
  const parsed = new URL(url)
  const username = decoded(parsed.username)
  const password = decoded(parsed.password)
  parsed.username = ''
  parsed.password = ''
  return { address: parsed.href, ...(username && { username }), ...(password && { password }) }
}

/** A percent sign that encodes nothing is one of the password. */
const decoded = (text: string) =>
  text.replace(/(?:%[\dA-Fa-f]{2})+/g, (codes) => {
    try {
      return decodeURIComponent(codes)
    } catch {
      return codes
    }
  })
