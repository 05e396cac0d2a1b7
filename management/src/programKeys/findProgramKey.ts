import { randomBytes } from 'node:crypto'
import { type ProgramGroup, programKeyPrefix } from '@packboard/model'
import { sql } from 'kysely'
import { atEntrance, inside, type Management } from '../store.ts'

/** A program with a valid key. */
export type ProgramKey = {
  readonly programKeyId: number
  readonly name: string
  readonly groups: readonly ProgramGroup[]
  /** The only client that it reads; null: those of its distributor, or all. */
  readonly clientId: number | null
  /** Null with a client, and for the whole installation. */
  readonly distributorId: number | null
}

/** 32 bytes in base64url behind the prefix. */
const shape = new RegExp(`^${programKeyPrefix}[A-Za-z0-9_-]{43}$`)

/** 256 random bits, shown once: to the person who makes a key. */
export const newProgramToken = () => programKeyPrefix + randomBytes(32).toString('base64url')

/** What the store keeps of a key, under the key in force or the named one; undefined for a text that cannot be a key. */
export function hashOfProgramToken(
  { secrets }: Pick<Management, 'secrets'>,
  token: string,
  keyId?: string,
): Buffer | undefined {
  return shape.test(token) ? secrets.mac('programKey', Buffer.from(token), keyId) : undefined
}

/**
 * The holder of a key, or undefined: never made, revoked, run out, or of a client or distributor that is disabled or deleted. Without the
 * key file nobody is known.
 */
export async function findProgramKey(
  management: Management,
  token: string,
): Promise<ProgramKey | undefined> {
  const store = atEntrance(management)
  const now = new Date(store.now())
  const hashes = management.secrets
    .keyIds()
    .flatMap((keyId) => hashOfProgramToken(management, token, keyId) ?? [])
  if (hashes.length === 0) return undefined
  const row = await store.read((db) =>
    db
      .selectFrom('program_key_hash as h')
      .innerJoin('program_key as k', 'k.id', 'h.program_key_id')
      .leftJoin('client as c', 'c.id', 'k.client_id')
      .leftJoin('distributor as d', 'd.id', 'k.distributor_id')
      .select(['k.id', 'k.name', 'k.groups', 'k.client_id', 'k.distributor_id'])
      .where('h.hash', 'in', hashes)
      .where(({ eb, or }) => or([eb('h.expires_at', 'is', null), eb('h.expires_at', '>', now)]))
      .where('k.revoked_at', 'is', null)
      .where('k.expires_at', '>', now)
      .where(({ eb, or, and }) =>
        or([
          eb('k.client_id', 'is', null),
          and([eb('c.enabled', '=', true), eb('c.deleted_at', 'is', null)]),
        ]),
      )
      .where(({ eb, or }) =>
        or([eb('k.distributor_id', 'is', null), eb('d.deleted_at', 'is', null)]),
      )
      .executeTakeFirst(),
  )
  return (
    row && {
      programKeyId: row.id,
      name: row.name,
      groups: row.groups,
      clientId: row.client_id,
      distributorId: row.distributor_id,
    }
  )
}

/** The calls of a key since they were written down last. */
export type ProgramCalls = {
  readonly programKeyId: number
  readonly calls: number
  readonly lastAt: Date
  readonly lastAddress: string
}

/** Adds calls to those of the day, and notes the last one. */
export async function noteProgramCalls(
  management: Management,
  all: readonly ProgramCalls[],
): Promise<void> {
  const store = inside(management)
  for (const { programKeyId, calls, lastAt, lastAddress } of all) {
    const day = lastAt.toISOString().slice(0, 10)
    await store.write((db) =>
      sql`
        update program_key set last_used_at = ${lastAt}, last_address = ${lastAddress},
          calls = ${calls}::integer + case when calls_on = ${day}::date then calls else 0 end,
          calls_on = ${day}::date
        where id = ${programKeyId}`.execute(db),
    )
  }
}
