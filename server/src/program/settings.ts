import { isIP } from 'node:net'
import { z } from 'zod'

/** A setting that cannot be used: one sentence that names the key and the correction. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

/** The file of the keys of stored secrets in the data directory, where SECRETS_KEY_FILE names no other. */
export const keyFileName = 'secrets.key'

/** Names, addresses and networks, separated by commas; addresses and networks with a ! are refused. */
export const hosts = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .refine((entries) => entries.every(isHost))

function isHost(entry: string): boolean {
  if (entry.startsWith('!'))
    return isIP(entry.slice(1).split('/')[0] ?? '') !== 0 && isHost(entry.slice(1))
  const [address = '', bits, more] = entry.split('/')
  const version = isIP(address)
  if (version === 0) return bits === undefined && /^[\w.-]{1,253}$/.test(entry)
  if (more !== undefined) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
  )
}
