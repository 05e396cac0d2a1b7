import { hash } from 'node:crypto'
import type { ErasedNames } from '../src/erasure/erasedNames.ts'

/** The list of a single client: its erased names with their pseudonyms. */
export function erasedNamesOf(
  clientId: number,
  names: Readonly<Record<string, string>>,
): ErasedNames {
  const inner = Buffer.from(`inner ${clientId} `)
  const outer = Buffer.from('outer ')
  const hashOf = (name: string) => {
    const first = hash('sha256', Buffer.concat([inner, Buffer.from(name)]), 'buffer')
    return hash('sha256', Buffer.concat([outer, first]), 'hex')
  }
  const pseudonyms = new Map(
    Object.entries(names).map(([name, pseudonym]) => [hashOf(name), pseudonym]),
  )
  return {
    clientIds: [clientId],
    pseudonymOf: (client, text) => (client === clientId ? pseudonyms.get(hashOf(text)) : undefined),
    keyedHashes: (client) => ({
      inner,
      outer,
      hashes: client === clientId ? [...pseudonyms.keys()] : [],
    }),
  }
}
