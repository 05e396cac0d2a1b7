import type { connectors } from '@packboard/contract'
import type { Config } from '../config.ts'

/** Our own JSON has its topics by serial number; on an external broker it may have another place. Undefined for a good address. */
export function addressFault(
  door: (typeof connectors)[number],
  address: string | null,
  { mqttUrl }: Pick<Config, 'mqttUrl'>,
): string | undefined {
  if (door !== 'mqttJson' || address === null || mqttUrl !== undefined) return undefined
  return 'On our own broker a machine sends our own JSON under packboard/ and its serial number.'
}
