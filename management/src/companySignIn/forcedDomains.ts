import { AppError, domainOfEmail, groupOfRole } from '@packboard/model'
import { sql } from 'kysely'
import { atEntrance, type Db, type Management } from '../store.ts'

/**
 * Refuses a sign-in by another way than the company's where a domain is forced (D90): an account of the provider's own people with an
 * address of it, but the one that stays open. An admin's account only once it is joined: no claim would make it.
 */
export async function demandNotForced(management: Management, userId: number): Promise<void> {
  const admin = groupOfRole('admin')
  const distributor = groupOfRole('distributor')
  const forced = await atEntrance(management).read((db) =>
    forcing(db)
      .innerJoin('user_account as u', (join) => join.on('u.id', '=', userId))
      .where(sql<boolean>`lower(split_part(u.email, '@', 2)) = n.domain`)
      .where(sql<boolean>`p.break_glass_user_id is distinct from u.id`)
      .where(sql<boolean>`case
        when p.client_id is not null then u.client_id = p.client_id
        when p.distributor_id is not null
          then u.group_id = ${distributor}::int and u.distributor_id = p.distributor_id
        when u.group_id = ${admin}::int
          then exists (select from identity i where i.user_id = u.id and i.issuer = p.issuer)
        else u.group_id = ${distributor}::int
      end`)
      .executeTakeFirst(),
  )
  if (forced) throw new AppError('signin.company')
}

/** Whether an address, as it was typed in place of a user name, has a domain that is forced: says nothing of accounts. */
export async function isForcedDomain(management: Management, typed: string): Promise<boolean> {
  const domain = domainOfEmail(typed.normalize('NFKC').trim())
  if (domain === null) return false
  const row = await atEntrance(management).read((db) =>
    forcing(db).where('n.domain', '=', domain).executeTakeFirst(),
  )
  return row !== undefined
}

const forcing = (db: Db) =>
  db
    .selectFrom('identity_provider as p')
    .innerJoin('identity_provider_domain as n', 'n.identity_provider_id', 'p.id')
    .leftJoin('client as c', 'c.id', 'p.client_id')
    .select('p.id')
    .where('p.enabled', '=', true)
    .where('p.forced', '=', true)
    .where('n.proven_at', 'is not', null)
    .where('c.deleted_at', 'is', null)
