import type { ColourScheme, Density, KioskKind, PanelScope } from '@packboard/model'
import { sql } from 'kysely'
import { whereReached } from '../scope.ts'
import { inside, type Management } from '../store.ts'
import { isPinSpent } from './kioskNames.ts'

/** A link as the management panel shows it; its token is not stored. */
type KioskLink = {
  readonly id: number
  readonly clientId: number
  readonly clientName: string
  readonly kind: KioskKind
  /** Serial numbers, in order; empty with `allMachines`, and where none is left. */
  readonly machines: readonly string[]
  readonly allMachines: boolean
  /** In order; empty for a board. */
  readonly names: readonly string[]
  readonly pin: boolean
  readonly pinSpent: boolean
  readonly version: number
  /** The location of the television or tablet. */
  readonly label: string
  readonly createdBy: string
  /** The account that made it is deleted; the link works on until it ends or is revoked. */
  readonly makerDeleted: boolean
  readonly createdAt: Date
  readonly expiresAt: Date | null
  /** To the minute; null: no television has opened it yet. */
  readonly lastSeenAt: Date | null
  readonly revokedAt: Date | null
  readonly colourScheme: ColourScheme
  readonly density: Density
}

/** Revoked links stay in the list for this long. */
const revokedShownMs = 30 * 24 * 3_600_000

/** The links of the clients in scope, the newest first; those revoked long ago are left out. */
export function kioskLinks(management: Management, scope: PanelScope): Promise<KioskLink[]> {
  const store = inside(management)
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('kiosk_link as k')
      .innerJoin('client as c', 'c.id', 'k.client_id')
      .innerJoin('user_account as u', 'u.id', 'k.created_by')
      .select(['k.id', 'k.client_id', 'k.label', 'k.created_at', 'k.expires_at'])
      .select(['k.colour_scheme', 'k.density'])
      .select(['k.last_seen_at', 'k.revoked_at', 'c.name', 'u.username'])
      .select('u.deleted_at as maker_deleted_at')
      .select([
        'k.kind',
        'k.all_machines',
        'k.pin_hash',
        'k.short_pin',
        'k.wrong_pins',
        'k.version',
      ])
      .select([
        sql<string[]>`array(
          select m.serial_no from kiosk_link_machine lm join machine m on m.id = lm.machine_id
          where lm.link_id = k.id and m.client_id = k.client_id and m.deleted_at is null
          order by m.serial_no
        )`.as('machines'),
        sql<string[]>`array(
          select n.name from kiosk_link_name n where n.link_id = k.id and n.removed_at is null
          order by n.name
        )`.as('names'),
      ])
      .where('c.deleted_at', 'is', null)
      .where(({ eb, or }) =>
        or([
          eb('k.revoked_at', 'is', null),
          eb('k.revoked_at', '>', new Date(store.now() - revokedShownMs)),
        ]),
      )
      .$call((query) =>
        whereReached(query, scope, { client: 'k.client_id', distributor: 'c.distributor_id' }),
      )
      .orderBy('k.id', 'desc')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      clientId: row.client_id,
      clientName: row.name,
      kind: row.kind,
      machines: row.machines,
      allMachines: row.all_machines,
      names: row.names,
      pin: row.pin_hash !== null,
      pinSpent: row.pin_hash !== null && isPinSpent(row),
      version: row.version,
      label: row.label,
      createdBy: row.username,
      makerDeleted: row.maker_deleted_at !== null,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastSeenAt: row.last_seen_at,
      revokedAt: row.revoked_at,
      colourScheme: row.colour_scheme,
      density: row.density,
    }))
  })
}
