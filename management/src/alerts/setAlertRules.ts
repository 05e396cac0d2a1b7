import {
  type AlertRule,
  type AlertStep,
  AppError,
  alertLimits,
  type ClientScope,
  groupOfRole,
  refusedField,
} from '@packboard/model'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import type { Db, Management } from '../store.ts'
import { type StoredAlertRule, storedAlertRules } from './alertRules.ts'
import { endAlertsOfRules } from './changeAlerts.ts'

/** A rule as it is sent: the id was made where it was added. */
export type RequestedRule = AlertRule & { readonly id: string }

/**
 * Replaces the rules of a client and returns the number of this change. A rule that is missing is removed, and open alerts of one that was
 * removed or switched off are over. The audit log has one entry with the rules that went and came.
 */
export async function setAlertRules(
  management: Management,
  editor: Editor,
  { clientId }: ClientScope,
  requested: { readonly rules: readonly RequestedRule[]; readonly version?: number | undefined },
): Promise<number> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const client = await clientToChange(db, clientId)
    const before = await storedAlertRules(db, clientId)
    demandVersion(before, requested.version)
    const rules = requested.rules.map(inForm)
    if (rules.length > alertLimits.rules) {
      throw refusedField('rules', `At most ${alertLimits.rules} rules are possible.`)
    }
    if (new Set(rules.map(({ id }) => id)).size < rules.length) {
      throw refusedField('rules', 'Two rules have one id.')
    }
    const known = new Map(before.rules.map((rule) => [rule.id, rule]))
    await demandFreeIds(
      db,
      rules.filter(({ id }) => !known.has(id)),
    )
    await demandOwn(db, client, rules, before.rules)
    const [removed, added] = [missingIn(rules, before.rules), missingIn(before.rules, rules)]
    const moved = before.rules.some(({ id }, place) => rules[place]?.id !== id)
    // Saving what is there already is no change.
    if (removed.length === 0 && added.length === 0 && !moved) return before.version

    const stays = new Set(rules.map(({ id }) => id))
    const gone = before.rules.filter(({ id }) => !stays.has(id)).map(({ id }) => id)
    const off = rules.filter(({ enabled }) => !enabled).map(({ id }) => id)
    if (gone.length > 0) {
      await db.updateTable('alert_rule').set({ removed_at: at }).where('id', 'in', gone).execute()
    }
    await endAlertsOfRules(db, clientId, [...gone, ...off], at)
    await store(db, clientId, rules, { known, at })
    const version = before.version + 1
    await db
      .insertInto('alert_rule_book')
      .values({ client_id: clientId, version, changed_at: at })
      .onConflict((known) => known.column('client_id').doUpdateSet({ version, changed_at: at }))
      .execute()
    await audit('update', 'alertRules', { id: clientId, clientId, before: removed, after: added })
    return version
  })
}

/** One form for what means the same. */
function inForm({ id, ...rule }: RequestedRule): RequestedRule {
  const { name, enabled, condition, forSeconds, text, machines, when, severity, steps } = rule
  const { repeatSeconds } = rule
  const form = { id, name, enabled, condition, forSeconds, text, machines, when, severity, steps }
  return JSON.parse(JSON.stringify({ ...form, repeatSeconds }))
}

const asText = ({ changedAt: _, ...rule }: RequestedRule & { readonly changedAt?: Date }) =>
  JSON.stringify(inForm(rule))

/** Those of the second list that are not in the first as they are. */
function missingIn(
  known: readonly (RequestedRule | StoredAlertRule)[],
  list: readonly (RequestedRule | StoredAlertRule)[],
): RequestedRule[] {
  const texts = new Set(known.map(asText))
  return list.filter((rule) => !texts.has(asText(rule))).map(inForm)
}

/** What an opening depends on. */
const looksAt = ({ condition, forSeconds, machines, when }: AlertRule) =>
  JSON.stringify([condition, forSeconds ?? 0, machines, when])

async function store(
  db: Db,
  clientId: number,
  rules: readonly RequestedRule[],
  { known, at }: { readonly known: ReadonlyMap<string, StoredAlertRule>; readonly at: Date },
): Promise<void> {
  if (rules.length === 0) return
  await db
    .insertInto('alert_rule')
    .values(
      rules.map(({ id, ...rule }, place) => {
        const before = known.get(id)
        const begins =
          before === undefined ||
          looksAt(before) !== looksAt(rule) ||
          (rule.enabled && !before.enabled)
        return {
          ...{ id, client_id: clientId, place, rule: JSON.stringify(rule), enabled: rule.enabled },
          created_at: at,
          changed_at: begins ? at : before.changedAt,
        }
      }),
    )
    .onConflict((row) =>
      row.column('id').doUpdateSet(({ ref }) => ({
        place: ref('excluded.place'),
        rule: ref('excluded.rule'),
        enabled: ref('excluded.enabled'),
        changed_at: ref('excluded.changed_at'),
      })),
    )
    .execute()
}

/** An id that a rule has or had, of this or another client, is not taken again. */
async function demandFreeIds(db: Db, rules: readonly RequestedRule[]): Promise<void> {
  if (rules.length === 0) return
  const ids = rules.map(({ id }) => id)
  const taken = await db
    .selectFrom('alert_rule')
    .select('id')
    .where('id', 'in', ids)
    .limit(1)
    .executeTakeFirst()
  if (taken) throw new AppError('alertRule.idTaken')
}

export type OwnClient = { readonly id: number; readonly distributor_id: number | null }

/**
 * Refuses what a rule names and is not of the client. What a stored rule names already stays: a person who left or a machine that was
 * deleted must not keep the other rules from being saved.
 */
async function demandOwn(
  db: Db,
  client: OwnClient,
  rules: readonly RequestedRule[],
  before: readonly StoredAlertRule[],
): Promise<void> {
  const known = new Set(before.flatMap((rule) => namesOf(rule).map(({ key }) => key)))
  const wanted = rules.flatMap((rule, index) =>
    namesOf(rule)
      .filter(({ key }) => !known.has(key))
      .map((name) => ({ ...name, field: `rules.${index}.${name.field}` })),
  )
  if (wanted.length === 0) return
  const own = await ownNames(db, client)
  const foreign = wanted.find(({ key }) => !own.has(key))
  if (foreign) throw refusedField(foreign.field, `The client has no such ${foreign.what}.`)
}

type Named = { readonly key: string; readonly field: string; readonly what: string }

/** What a rule names of its client. */
function namesOf({ machines, condition, steps }: AlertRule): Named[] {
  const names: Named[] = []
  if (typeof machines === 'object') {
    const field = 'machines'
    if ('lineName' in machines) {
      names.push({ key: `line ${machines.lineName}`, field, what: 'line' })
    } else if ('machineTypeId' in machines) {
      names.push({ key: `machineType ${machines.machineTypeId}`, field, what: 'machine type' })
    } else {
      for (const serialNo of machines) {
        names.push({ key: `machine ${serialNo}`, field, what: 'machine' })
      }
    }
  }
  if (condition.kind === 'stoppedLonger' && condition.reasonId !== undefined) {
    const key = `reason ${condition.reasonId}`
    names.push({ key, field: 'condition.reasonId', what: 'reason' })
  }
  for (const [index, { channel, to }] of steps.entries()) {
    names.push({ key: `${channel} ${to}`, field: `steps.${index}.to`, what: stepWords[channel] })
  }
  return names
}

const stepWords: Record<AlertStep['channel'], string> = {
  person: 'person',
  role: 'role',
  mail: 'address',
  hook: 'webhook',
  mqtt: 'broker',
}

/** Groups of people that a client has, and that a step can name whole. */
export const clientGroups = (['clientAdmin', 'user', 'engineer'] as const).map(groupOfRole)

/** All that a rule of this client can name, as keys. */
export async function ownNames(
  db: Db,
  { id: clientId, distributor_id }: OwnClient,
): Promise<Set<string>> {
  const machines = await db
    .selectFrom('machine')
    .select(['serial_no', 'machine_type_id'])
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .execute()
  const lines = await db
    .selectFrom('line')
    .select('name')
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .execute()
  const reasons = await db
    .selectFrom('reason')
    .select('id')
    .where('client_id', '=', clientId)
    .execute()
  const people = await peopleOf(db, { clientId, distributorId: distributor_id })
  const mails = await db
    .selectFrom('alert_address')
    .select('id')
    .where('client_id', '=', clientId)
    .where('removed_at', 'is', null)
    .execute()
  const hooks = await db
    .selectFrom('hook')
    .select(['id', 'kind'])
    .where('client_id', '=', clientId)
    .where('removed_at', 'is', null)
    .execute()
  return new Set([
    ...machines.map(({ serial_no }) => `machine ${serial_no}`),
    ...machines.map(({ machine_type_id }) => `machineType ${machine_type_id}`),
    ...lines.map(({ name }) => `line ${name}`),
    ...reasons.map(({ id }) => `reason ${id}`),
    ...people.map(({ id }) => `person ${id}`),
    ...clientGroups.map((id) => `role ${id}`),
    ...mails.map(({ id }) => `mail ${id}`),
    ...hooks.map(({ id, kind }) => `${kind} ${id}`),
  ])
}

/** The people who see a client: its own, those of the distributor who serves it, and admins. */
export function peopleOf(
  db: Db,
  { clientId, distributorId }: { readonly clientId: number; readonly distributorId: number | null },
) {
  return db
    .selectFrom('user_account')
    .select(['id', 'username', 'first_name', 'last_name', 'group_id', 'client_id'])
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .where((is) =>
      is.or([
        is.and([is('client_id', '=', clientId), is('group_id', 'in', clientGroups)]),
        is.and([
          is('group_id', '=', groupOfRole('distributor')),
          is('distributor_id', '=', distributorId ?? 0),
        ]),
        is('group_id', '=', groupOfRole('admin')),
      ]),
    )
    .orderBy('username')
    .execute()
}
