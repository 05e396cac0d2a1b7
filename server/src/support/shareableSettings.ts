import { isIP } from 'node:net'
import { settingKeys } from '../config.ts'
import { isLoopback } from '../http/connections.ts'

/** Settings whose value is a number, a choice or a switch. All others say whether they are set. */
const shown = new Set([
  ...['PORT', 'MQTT_PORT', 'MQTT_TLS_PORT', 'PLAIN_ON_LAN', 'ROLE', 'CELLS', 'SIGNUP'],
  ...['DISTRIBUTOR_SEES', 'PASSWORD_MIN_LENGTH', 'LOG_LEVEL', 'KEEP_RAW_DAYS', 'KEEP_MINUTE_DAYS'],
  ...['KEEP_AUDIT_DAYS', 'DEVICE_MB_PER_DAY', 'QUARANTINE_RECORDS', 'QUARANTINE_MB'],
])
/** Choices and numbers: nothing that a person wrote freely. */
const plain = /^[a-z0-9]{1,12}$/

/**
 * The settings of this process as they may leave the installation: no name, address, path or secret. A setting that a later
 * version adds says only whether it is set.
 */
export function shareableSettings(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(settingKeys.map((key) => [key, said(key, env[key] ?? '')]))
}

function said(key: string, value: string): string {
  if (value === '') return 'default'
  if (shown.has(key)) return plain.test(value) ? value : 'set'
  if (key === 'HOST' || key === 'MQTT_HOST') return hostSaid(value)
  if (key === 'TRUST_PROXY') {
    return value === 'off' ? value : `set, ${value.split(',').length} addresses or networks`
  }
  const [, protocol] = /^([a-z]{2,12}):\/\//.exec(value) ?? []
  return key.endsWith('_URL') && protocol ? `set, ${protocol}` : 'set'
}

/** Whether it listens on this machine alone, on one address or on all. */
function hostSaid(host: string): string {
  if (host === 'localhost' || isLoopback(host)) return 'this machine alone'
  if (host === '0.0.0.0' || host === '::') return 'all addresses'
  return isIP(host) ? 'one address' : 'a name'
}
