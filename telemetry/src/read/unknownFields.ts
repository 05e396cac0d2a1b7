import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'

/** The fields of a machine's records that Packboard does not know, up to 20 names, since the records were opened (D65). */
export function unknownFields(
  { commits }: Telemetry,
  { clientId }: ClientScope,
  machineId: number,
): ReadonlyMap<string, number> {
  return commits.unknownFields.of(clientId, machineId)
}
