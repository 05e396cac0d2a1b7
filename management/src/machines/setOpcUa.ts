import type { OpcUaSecurity } from '../schema.ts'
import type { Db } from '../store.ts'

/** How the OPC UA server of a machine is signed in to. */
export type OpcUaFields = {
  readonly security: OpcUaSecurity
  /** Null: anonymous. */
  readonly userName?: string | null | undefined
  /** Undefined: as it is. */
  readonly password?: string | null | undefined
}

/**
 * Sets it, or removes it. A password that is not given again stays only for the same address and user: else who may set a
 * connection could send the password of another person to a server of their own. True when the password is another one.
 */
export async function setOpcUa(
  db: Db,
  machineId: number,
  fields: OpcUaFields | null,
  { isMoved }: { readonly isMoved: boolean },
): Promise<boolean> {
  const before = await db
    .selectFrom('machine_opcua')
    .select(['user_name', 'password'])
    .where('machine_id', '=', machineId)
    .executeTakeFirst()
  if (!fields) {
    await db.deleteFrom('machine_opcua').where('machine_id', '=', machineId).execute()
    return false
  }
  const userName = fields.userName ?? null
  const mayKeep = !isMoved && before?.user_name === userName
  const kept = mayKeep ? (before?.password ?? null) : null
  const password = userName === null ? null : fields.password === undefined ? kept : fields.password
  const row = { security: fields.security, user_name: userName, password }
  await db
    .insertInto('machine_opcua')
    .values({ machine_id: machineId, ...row })
    .onConflict((conflict) => conflict.column('machine_id').doUpdateSet(row))
    .execute()
  return password !== (before?.password ?? null)
}

/** As the audit log keeps it: without the password. */
export async function opcUaSnapshot(db: Db, machineId: number) {
  const row = await db
    .selectFrom('machine_opcua')
    .select(['security', 'user_name'])
    .where('machine_id', '=', machineId)
    .executeTakeFirst()
  return row ? { security: row.security, userName: row.user_name } : {}
}
