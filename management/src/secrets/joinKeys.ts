import type { EngineLog } from '@packboard/engines/postgres'
import type pg from 'pg'
import type { KeyFile } from './keyFile.ts'

/** The keys of the file are not those that the secrets of the store were sealed with. */
export class KeyFileForeign extends Error {
  constructor(path: string, known: string) {
    super(
      `The key file ${path} is not that of this installation, whose key is ${known}; put the right one there, or correct SECRETS_KEY_FILE.`,
    )
    this.name = 'KeyFileForeign'
  }
}

/**
 * Makes the key file of a new installation, and refuses one with other keys than those that the store knows. Where the store knows a key
 * and the file is missing no new one is made: it would not open what is sealed.
 */
export async function joinKeys(pool: pg.Pool, file: KeyFile, log: EngineLog): Promise<void> {
  let known = await knownKey(pool)
  if (known === undefined) {
    if (file.keys().length === 0) await file.make()
    const [first] = file.keys()
    // Of two processes that start at one time one names it.
    await pool.query('insert into secrets_key (key_id) values ($1) on conflict do nothing', [
      first?.id,
    ])
    known = await knownKey(pool)
  }
  const [current] = file.keys()
  if (!current) {
    log.error(
      { event: 'secrets.noKey', path: file.path, key: known },
      'the key file is missing: stored secrets cannot be read, and entries of the audit log are not sealed; put it back, or begin a new key with packboard rekey --lost',
    )
    return
  }
  if (!file.keys().some(({ id }) => id === known)) throw new KeyFileForeign(file.path, known ?? '')
  if (current.id === known) return
  // A new key that was written, after which the process ended.
  await pool.query('update secrets_key set key_id = $1, since = now()', [current.id])
}

async function knownKey(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ key_id: string }>('select key_id from secrets_key')
  return rows[0]?.key_id
}
