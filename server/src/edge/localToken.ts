import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

/** With the file of this folder any sender of this machine signs in, whatever its name. */
export const localTokenFile = 'local.token'

type Log = { warn(facts: object, message: string): void }

/**
 * The token of local senders where the settings have none and name no sender: made at the first start and kept, because a page of
 * any site could otherwise send records through the browser of this machine. The log names its file and not the token.
 */
export async function localTokenOf(folder: string, log: Log): Promise<string> {
  const file = join(folder, localTokenFile)
  try {
    await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
    log.warn({ file }, 'A local token was made; senders sign in with any name and this token')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const token = (await readFile(file, 'utf8')).trim()
  if (token.length >= 16) return token
  throw new ConfigError(`${file} has no token; delete it, and the next start makes another one.`)
}
