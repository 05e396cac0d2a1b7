import { randomBytes } from 'node:crypto'
import {
  AppError,
  isPublicMailDomain,
  type PanelScope,
  readDomain,
  refusedField,
} from '@packboard/model'
import { sql } from 'kysely'
import { changing, type Editor } from '../change/changing.ts'
import { reaches } from '../scope.ts'
import { type Db, inside, type Management } from '../store.ts'
import { domainsOf, ofPanel } from './identityProviders.ts'

const providersLock = 7_270_005

/** One after the other, so that each sees the number and the domains of the others. */
export async function lockProviders(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${providersLock})`.execute(db)
}

const proofBytes = 32

/** Sets the domains. What was proven stays proven; what an administrator of the installation gives is proven by that. */
export async function setDomains(
  db: Db,
  id: number,
  typed: readonly string[],
  givenAt: Date | null,
): Promise<void> {
  const wanted = new Set(
    typed.map((text) => {
      const domain = readDomain(text)
      if (domain === null) throw refusedField('domains', `${text} is no domain.`)
      if (isPublicMailDomain(domain)) throw new AppError('company.publicDomain')
      return domain
    }),
  )
  const known = await domainsOf(db, [id])
  const gone = known.filter(({ domain }) => !wanted.has(domain)).map(({ domain }) => domain)
  if (gone.length > 0) {
    await db
      .deleteFrom('identity_provider_domain')
      .where('identity_provider_id', '=', id)
      .where('domain', 'in', gone)
      .execute()
  }
  for (const domain of wanted) {
    const before = known.find((each) => each.domain === domain)
    if (before && (before.proven_at !== null || givenAt === null)) continue
    await demandFree(db, id, domain)
    const values = { proof: randomBytes(proofBytes).toString('base64url'), proven_at: givenAt }
    await db
      .insertInto('identity_provider_domain')
      .values({ identity_provider_id: id, domain, ...values })
      .onConflict((conflict) =>
        conflict.columns(['identity_provider_id', 'domain']).doUpdateSet({ proven_at: givenAt }),
      )
      .execute()
  }
}

/** D90: a domain belongs to one provider. */
async function demandFree(db: Db, id: number, domain: string): Promise<void> {
  const other = await db
    .selectFrom('identity_provider_domain')
    .select('identity_provider_id')
    .where('domain', '=', domain)
    .where('proven_at', 'is not', null)
    .where('identity_provider_id', '<>', id)
    .executeTakeFirst()
  if (other) throw new AppError('company.domainTaken')
}

/** The domains of a provider in scope that await their proof; 404 outside it (D35). */
export function unprovenDomains(
  management: Management,
  scope: PanelScope,
  id: number,
): Promise<{ readonly domain: string; readonly proof: string }[]> {
  return inside(management).read(async (db) => {
    await demandReached(db, scope, id)
    const all = await domainsOf(db, [id])
    return all.filter(({ proven_at }) => proven_at === null)
  })
}

/** Refuses a provider outside the scope, which looks like one that is not there. */
export async function demandProvider(
  management: Management,
  scope: PanelScope,
  id: number,
): Promise<void> {
  await inside(management).read((db) => demandReached(db, scope, id))
}

async function demandReached(db: Db, scope: PanelScope, id: number): Promise<void> {
  const row = await ofPanel(db, id).executeTakeFirst()
  if (!row || !reaches(scope, row)) throw new AppError('company.notFound')
}

/** The TXT record of a domain was found: from now on it belongs to this provider. Refused when another one was faster. */
export function domainProven(
  management: Management,
  editor: Editor,
  id: number,
  domain: string,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    await lockProviders(db)
    await demandFree(db, id, domain)
    const row = await db
      .updateTable('identity_provider_domain as n')
      .from('identity_provider as p')
      .set({ proven_at: at })
      .whereRef('p.id', '=', 'n.identity_provider_id')
      .where('n.identity_provider_id', '=', id)
      .where('n.domain', '=', domain)
      .where('n.proven_at', 'is', null)
      .returning('p.client_id')
      .executeTakeFirst()
    if (!row) return
    await audit('update', 'identityProvider', {
      id,
      clientId: row.client_id,
      after: { provenDomain: domain },
    })
  })
}
