import { beginChainsAnew } from '../auditChain/auditChain.ts'
import { writeAudit } from '../auditLog/auditLog.ts'
import { forgetUnreadable, sealStored } from '../secrets/sealedColumns.ts'
import { type Db, inside, type Management } from '../store.ts'

/** A new key was not begun, and why. */
export class RekeyRefused extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'RekeyRefused'
  }
}

export type Rekeyed = {
  /** The name of the key that is in force now. */
  readonly keyId: string
  readonly file: string
  /** How many secrets were sealed with it. */
  readonly sealed: number
  /** How many were removed, because the key that opens them is lost. */
  readonly lost: number
}

/**
 * Begins a new key (D93). The file keeps those from before: they open what they sealed until it is sealed anew, and show that earlier
 * entries of the audit log are as they were. With `lost` the file is gone: what it sealed is removed, keys of programs end, and the chains of
 * the audit log begin anew; the log says so.
 */
export async function rekey(
  management: Management,
  { lost }: { readonly lost: boolean },
): Promise<Rekeyed> {
  const store = inside(management)
  const { keyFile } = store
  if (!keyFile) throw new RekeyRefused('This store was opened without a key file.')
  await keyFile.read()
  const isThere = keyFile.keys().length > 0
  if (!lost && !isThere) {
    throw new RekeyRefused(
      `The key file ${keyFile.path} is missing; put it back, or begin anew with packboard rekey --lost.`,
    )
  }
  if (lost && isThere) {
    throw new RekeyRefused(
      `The key file ${keyFile.path} is there: packboard rekey begins a new key and loses nothing.`,
    )
  }
  if (lost) await keyFile.make()
  else await keyFile.add()
  const keyId = management.secrets.keyId()
  if (keyId === null) throw new RekeyRefused(`The key file ${keyFile.path} was not written.`)
  await store.transaction(async (db) => {
    await db
      .updateTable('secrets_key')
      .set({ key_id: keyId, since: new Date(store.now()) })
      .execute()
    if (lost) {
      await endUnknownKeys(db, keyId, new Date(store.now()))
      await beginChainsAnew(db, management.secrets)
    }
    await writeAudit(db, { userId: null, username: 'packboard rekey' }, 'rotate', 'secrets', {
      id: null,
      clientId: null,
      after: { keyId, lost },
    })
  })
  const gone = lost ? await forgetUnreadable(management) : 0
  return { keyId, file: keyFile.path, sealed: await sealStored(management), lost: gone }
}

/** Keys of programs whose HMAC was made with the lost key are known to nobody any more. */
async function endUnknownKeys(db: Db, keyId: string, at: Date): Promise<void> {
  await db.deleteFrom('program_key_hash').where('key_id', '<>', keyId).execute()
  await db
    .updateTable('program_key')
    .set({ revoked_at: at })
    .where('revoked_at', 'is', null)
    .where('id', 'not in', (query) => query.selectFrom('program_key_hash').select('program_key_id'))
    .execute()
}
