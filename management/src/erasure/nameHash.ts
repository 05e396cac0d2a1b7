import { createHmac } from 'node:crypto'

/** The stored hash of an erased name. The client is part of it: the same name at two clients has two hashes. */
export function nameHash(key: Buffer, clientId: number, name: string): Buffer {
  return createHmac('sha256', key).update(`${clientId}\n${name}`).digest()
}

/** The replacement of the name: the same in every record, and different for every name. */
export const pseudonymOf = (hash: Buffer) => `erased-${hash.toString('hex').slice(0, 12)}`
