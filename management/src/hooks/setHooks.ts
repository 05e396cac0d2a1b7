import { randomBytes } from 'node:crypto'
import { AppError, type ClientScope } from '@packboard/model'
import { sql } from 'kysely'
import { writeAudit } from '../auditLog/auditLog.ts'
import { type Change, changing, demandVersion, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { hashOfToken, newLinkToken } from '../passwordLinks/passwordLinks.ts'
import { refusing } from '../queries.ts'
import { ofHook } from '../secrets/sealedColumns.ts'
import { inside, type Management } from '../store.ts'
import { storedHooks } from './hooks.ts'

type HookForm = {
  /** Left out: a new one. */
  readonly id?: number | undefined
  readonly kind: 'hook' | 'mqtt'
  readonly name: string
  readonly enabled: boolean
  readonly events: readonly string[]
  readonly url: string
  readonly template?: string | undefined
  readonly username?: string | undefined
  /** Left out: it stays as it is. */
  readonly password?: string | undefined
}

type HooksForm = {
  readonly version?: number | undefined
  readonly hooks: readonly HookForm[]
  readonly mails: readonly { readonly id?: number | undefined; readonly address: string }[]
}

/** An address that is to be confirmed: the only moment at which the token of its link is known. */
export type AddressToConfirm = {
  readonly address: string
  readonly token: string
  readonly clientName: string
  readonly requestedBy: string
  readonly until: Date
}

export type HooksSet = {
  readonly version: number
  /** Of new webhooks. */
  readonly secrets: readonly { readonly id: number; readonly secret: string }[]
  readonly toConfirm: readonly AddressToConfirm[]
}

/** How long the link to a new address is valid. */
const confirmMs = 7 * 24 * 3_600_000

/** Replaces the webhooks, brokers and addresses of a client; what is missing is removed, and nothing goes to it any more. */
export function setHooks(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  form: HooksForm,
): Promise<HooksSet> {
  return changing(management, editor, async (change) => {
    const { db, audit } = change
    const { id: clientId } = await clientToChange(db, scope.clientId)
    const before = await storedHooks(db, clientId)
    demandVersion(before, form.version)
    const secrets = await replaceHooks(management, change, editor, { clientId, form, before })
    const toConfirm = await replaceAddresses(change, editor, { clientId, form, before })
    const { version } = await db
      .updateTable('client')
      .set({ hooks_version: sql<number>`hooks_version + 1` })
      .where('id', '=', clientId)
      .returning('hooks_version as version')
      .executeTakeFirstOrThrow()
    const after = await storedHooks(db, clientId)
    const shown = ({ hooks, mails }: typeof after) => ({
      hooks: hooks.map(({ id, kind, name, enabled, events, url, template }) => ({
        ...{ id, kind, name, enabled, events, template },
        // The path of an address may be a secret of its receiver.
        url: new URL(url).origin === 'null' ? new URL(url).host : new URL(url).origin,
      })),
      mails: mails.map(({ address }) => address),
    })
    await audit('update', 'hooks', {
      ...{ id: clientId, clientId, before: shown(before), after: shown(after) },
    })
    return { version, secrets, toConfirm }
  })
}

type Work = {
  readonly clientId: number
  readonly form: HooksForm
  readonly before: Awaited<ReturnType<typeof storedHooks>>
}

async function replaceHooks(
  management: Management,
  { db, at }: Change,
  editor: Editor,
  { clientId, form, before }: Work,
) {
  const kept = form.hooks.flatMap(({ id }) => id ?? [])
  const known = new Map(before.hooks.map((hook) => [hook.id, hook]))
  const gone = before.hooks.filter(({ id }) => !kept.includes(id)).map(({ id }) => id)
  if (gone.length > 0) {
    await db
      .updateTable('hook')
      .set({ removed_at: at, sealed_secret: null })
      .where('id', 'in', gone)
      .where('client_id', '=', clientId)
      .execute()
  }
  const secrets: { id: number; secret: string }[] = []
  const seal = (id: number, secret: string) => management.secrets.seal('hook', ofHook(id), secret)
  for (const hook of form.hooks) {
    const was = hook.id === undefined ? undefined : known.get(hook.id)
    if (hook.id !== undefined && was?.kind !== hook.kind) throw new AppError('hook.notFound')
    const row = {
      name: hook.name,
      enabled: hook.enabled,
      events: [...hook.events],
      url: hook.url,
      template: hook.template ?? 'packboard',
      username: hook.username ?? '',
      // A changed address is another place: what failed there says nothing of it.
      ...((hook.url !== was?.url || (hook.enabled && was.offSince !== null) || !was.enabled) && {
        ...{ failing_since: null, off_since: null, off_why: '' },
      }),
    }
    const id = was?.id ?? (await addHook({ db, at }, editor, { clientId, kind: hook.kind, row }))
    if (was) {
      await db
        .updateTable('hook')
        .set(row)
        .where('id', '=', id)
        .where('client_id', '=', clientId)
        .execute()
    }
    const secret =
      hook.kind === 'hook'
        ? was === undefined
          ? randomBytes(32).toString('base64url')
          : undefined
        : hook.password
    if (secret === undefined) {
      // The password of a broker does not go to another one.
      if (hook.kind === 'mqtt' && was && new URL(was.url).host !== new URL(hook.url).host)
        await db.updateTable('hook').set({ sealed_secret: null }).where('id', '=', id).execute()
      continue
    }
    await db
      .updateTable('hook')
      .set({ sealed_secret: secret === '' ? null : seal(id, secret) })
      .where('id', '=', id)
      .execute()
    if (hook.kind === 'hook') secrets.push({ id, secret })
  }
  return secrets
}

async function addHook(
  { db, at }: Pick<Change, 'db' | 'at'>,
  { userId }: Editor,
  {
    clientId,
    kind,
    row,
  }: {
    readonly clientId: number
    readonly kind: 'hook' | 'mqtt'
    readonly row: { name: string; enabled: boolean; events: string[]; url: string }
  },
): Promise<number> {
  const { id } = await db
    .insertInto('hook')
    .values({ ...row, client_id: clientId, kind, created_by: userId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function replaceAddresses(
  { db, at }: Change,
  { username }: Editor,
  { clientId, form, before }: Work,
): Promise<AddressToConfirm[]> {
  const known = new Map(before.mails.map((one) => [one.id, one.address.toLowerCase()]))
  const wanted = new Map<string, { id: number | undefined; address: string }>()
  for (const { id, address } of form.mails) {
    if (id !== undefined && !known.has(id)) throw new AppError('alertAddress.notFound')
    const stays = id !== undefined && known.get(id) === address.toLowerCase()
    const same = wanted.get(address.toLowerCase())
    // Another address is another one, which has to be confirmed; one that is named twice is there once.
    if (same?.id === undefined) {
      wanted.set(address.toLowerCase(), { id: stays ? id : undefined, address })
    }
  }
  const kept = [...wanted.values()].flatMap(({ id }) => id ?? [])
  const gone = [...known.keys()].filter((id) => !kept.includes(id))
  if (gone.length > 0) {
    await db
      .updateTable('alert_address')
      .set({ removed_at: at, token_hash: null })
      .where('id', 'in', gone)
      .where('client_id', '=', clientId)
      .execute()
  }
  const client = await db
    .selectFrom('client')
    .select('name')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  const toConfirm: AddressToConfirm[] = []
  for (const { id, address } of wanted.values()) {
    if (id !== undefined) continue
    const { token, hash } = newLinkToken()
    const until = new Date(at.getTime() + confirmMs)
    await db
      .insertInto('alert_address')
      .values({
        ...{ client_id: clientId, address, created_at: at },
        ...{ token_hash: hash, token_expires_at: until },
      })
      .execute()
    toConfirm.push({ address, token, clientName: client.name, requestedBy: username, until })
  }
  return toConfirm
}

/** The link to an address was used: from now on messages go to it. A second use changes nothing. */
export async function confirmAlertAddress(management: Management, token: string): Promise<void> {
  const store = inside(management)
  const hash = hashOfToken(token)
  if (!hash) throw new AppError('alertAddress.invalid')
  await store.transaction(async (db) => {
    const now = new Date(store.now())
    const found = await db
      .updateTable('alert_address')
      .set({ confirmed_at: sql<Date>`coalesce(confirmed_at, ${now})` })
      .where('token_hash', '=', hash)
      .where('token_expires_at', '>', now)
      .where('removed_at', 'is', null)
      .returning(['id', 'client_id', 'address', 'confirmed_at'])
      .executeTakeFirstOrThrow(refusing('alertAddress.invalid'))
    if (found.confirmed_at?.getTime() !== now.getTime()) return
    await writeAudit(db, { userId: null, username: found.address }, 'update', 'alertAddress', {
      id: found.id,
      clientId: found.client_id,
      after: { confirmed: true },
    })
  })
}

/** Switches off a webhook that answered 410 or failed for a day, and drops what waits for it. Undefined where it is off already. */
export function switchOffHook(
  management: Management,
  hookId: number,
  why: string,
): Promise<
  | {
      readonly name: string
      readonly kind: 'hook' | 'mqtt'
      readonly createdBy: number
      readonly clientId: number
    }
  | undefined
> {
  const store = inside(management)
  return store.transaction(async (db) => {
    const hook = await db
      .updateTable('hook')
      .set({ off_since: new Date(store.now()), off_why: why })
      .where('id', '=', hookId)
      .where('off_since', 'is', null)
      .returning(['name', 'kind', 'created_by', 'client_id'])
      .executeTakeFirst()
    if (!hook) return undefined
    await db
      .updateTable('outbox')
      .set({ state: 'dropped', why: 'off' })
      .where('hook_id', '=', hookId)
      .where('state', '=', 'waiting')
      .where('taken_until', 'is', null)
      .execute()
    const by = { userId: null, username: 'Packboard' }
    await writeAudit(db, by, 'update', 'hook', {
      ...{ id: hookId, clientId: hook.client_id, after: { name: hook.name, off: why } },
    })
    const { name, kind, created_by: createdBy, client_id: owner } = hook
    return { name, kind, createdBy, clientId: owner }
  })
}
