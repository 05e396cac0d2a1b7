import { createHmac } from 'node:crypto'

/** What is kept of an erased name. The client is part of it: the same person at two clients is two. */
export function nameHash(key: Buffer, clientId: number, name: string): Buffer {
  return createHmac('sha256', key).update(`${clientId}\n${name}`).digest()
}

/** What stands in the place of the name: the same for every record, and never anybody else's. */
export const pseudonymOf = (hash: Buffer) => `erased-${hash.toString('hex').slice(0, 12)}`
