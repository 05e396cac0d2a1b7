import { type AlertRule, type ClientScope, isBackTested } from '@packboard/model'
import { sql } from 'kysely'
import { type Db, inside, type Management } from '../store.ts'

/** A rule as it is stored. */
export type StoredAlertRule = AlertRule & {
  readonly id: string
  /** When what it looks at changed last, or when it was switched on. */
  readonly changedAt: Date
}

/** The rules of a client in their order; the number of their last change is read first, so that no change in between is lost. */
export async function storedAlertRules(
  db: Db,
  clientId: number,
): Promise<{ readonly version: number; readonly rules: StoredAlertRule[] }> {
  const head = await db
    .selectFrom('alert_rule_book')
    .select('version')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('alert_rule')
    .select(['id', 'rule', 'enabled', 'changed_at'])
    .where('client_id', '=', clientId)
    .where('removed_at', 'is', null)
    .orderBy('place')
    .execute()
  return { version: head?.version ?? 0, rules: rows.map(ruleOf) }
}

const ruleOf = (row: {
  readonly id: string
  readonly rule: AlertRule
  readonly enabled: boolean
  readonly changed_at: Date
}): StoredAlertRule => ({
  ...row.rule,
  enabled: row.enabled,
  id: row.id,
  changedAt: row.changed_at,
})

/** What became of the alerts of a rule in the last 30 days. */
type RuleCounts = {
  readonly opened: number
  readonly sent: number
  readonly late: number
  /** Of those that were sent; compared with the ledger once a day. */
  readonly held: number
  readonly missed: number
  readonly medianAcknowledgeSeconds: number | null
}

const countedDays = 30

/** Of the last 30 days and by rule: one query for all rules of a client. */
export function alertCounts(
  management: Management,
  { clientId }: ClientScope,
): Promise<ReadonlyMap<string, RuleCounts>> {
  const store = inside(management)
  const since = new Date(store.now() - countedDays * 86_400_000)
  return store.read(async (db) => {
    const { rows } = await sql<RuleCounts & { id: string }>`
      select r.id, r.missed,
        case when r.compared_at is null
          then (count(a.id) filter (where a.sent and not a.withdrawn))::int else r.held end as held,
        count(a.id)::int as opened,
        (count(a.id) filter (where a.sent))::int as sent,
        (count(a.id) filter (where a.late))::int as late,
        percentile_cont(0.5) within group (
          order by extract(epoch from a.acknowledged_at - a.known_at)
        )::float8 as "medianAcknowledgeSeconds"
      from alert_rule r
      left join lateral (
        select alert.id, alert.late, alert.withdrawn, alert.acknowledged_at, alert.known_at,
          exists (select 1 from outbox o where o.alert_id = alert.id and o.state = 'sent') as sent
        from alert
        where alert.rule_id = r.id and alert.client_id = r.client_id and alert.opened_at >= ${since}
      ) a on true
      where r.client_id = ${clientId} and r.removed_at is null
      group by r.id`.execute(db)
    return new Map(rows.map(({ id, ...counts }) => [id, counts]))
  })
}

/** The rules of a client, by their order, with the number of their last change; undefined when the client is deleted. */
export function alertRulesOfClient(
  management: Management,
  { clientId }: ClientScope,
): Promise<{ readonly version: number; readonly rules: StoredAlertRule[] } | undefined> {
  return inside(management).read(async (db) => {
    const client = await db
      .selectFrom('client')
      .select('id')
      .where('id', '=', clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return client && storedAlertRules(db, clientId)
  })
}

/** The rules that are switched on of clients whose records are here, or of all. */
export function alertRulesInForce(
  management: Management,
  cellId: number | undefined,
): Promise<ReadonlyMap<number, StoredAlertRule[]>> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('alert_rule as r')
      .innerJoin('client as c', 'c.id', 'r.client_id')
      .select(['r.client_id', 'r.id', 'r.rule', 'r.enabled', 'r.changed_at'])
      .where('r.removed_at', 'is', null)
      .where('r.enabled', '=', true)
      .where('c.deleted_at', 'is', null)
      .$if(cellId !== undefined, (query) => query.where('c.cell_id', '=', cellId ?? 0))
      .orderBy('r.client_id')
      .orderBy('r.place')
      .execute()
    const byClient = Map.groupBy(rows, (row) => row.client_id)
    return new Map([...byClient].map(([clientId, own]) => [clientId, own.map(ruleOf)]))
  })
}

/** Changes with each change of rules and of webhooks: a watcher that knows it need not read them again. */
export async function alertRulesStamp(management: Management): Promise<string> {
  return inside(management).read(async (db) => {
    const { rows } = await sql<{ stamp: string }>`
      select concat_ws(' ', sum(b.version), count(b.client_id), sum(c.hooks_version), count(*)) as stamp
      from client c left join alert_rule_book b on b.client_id = c.id where c.deleted_at is null`.execute(
      db,
    )
    return rows[0]?.stamp ?? ''
  })
}

/** What the daily comparison with the ledger found for a rule. */
export async function noteComparison(
  management: Management,
  clientId: number,
  { ruleId, held, missed }: { ruleId: string; held: number; missed: number },
): Promise<void> {
  const store = inside(management)
  await store.write((db) =>
    db
      .updateTable('alert_rule')
      .set({ held, missed, compared_at: new Date(store.now()) })
      .where('id', '=', ruleId)
      .where('client_id', '=', clientId)
      .execute(),
  )
}

/** The rule that was compared longest ago, more than a day; undefined where all were compared since. */
export async function ruleToCompare(
  management: Management,
  clientIds: readonly number[],
): Promise<{ readonly clientId: number; readonly rule: StoredAlertRule } | undefined> {
  if (clientIds.length === 0) return undefined
  const store = inside(management)
  const before = new Date(store.now() - 86_400_000)
  const rows = await store.read((db) =>
    db
      .selectFrom('alert_rule')
      .select(['client_id', 'id', 'rule', 'enabled', 'changed_at'])
      .where('client_id', 'in', [...clientIds])
      .where('removed_at', 'is', null)
      .where('enabled', '=', true)
      .where('changed_at', '<', before)
      .where((is) => is.or([is('compared_at', 'is', null), is('compared_at', '<', before)]))
      .orderBy(sql`compared_at nulls first`)
      .orderBy('id')
      .execute(),
  )
  const row = rows.find(({ rule }) => isBackTested(rule.condition.kind))
  return row && { clientId: row.client_id, rule: ruleOf(row) }
}
