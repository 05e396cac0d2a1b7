import type { StateCategory } from '@packboard/model'
import { z } from 'zod'
import { select, selectAll } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import type { LaterValues } from '../../records.ts'
import type { DirtyStretch } from '../dirtyStretches.ts'
import type { LedgerRule } from '../fold/ledgerRule.ts'
import type { Extent } from './extents.ts'
import type { MachinePlace } from './machinePlace.ts'

const ruleSql = `
  SELECT client_id AS clientId, machine_id AS machineId, max(version) AS newest,
    argMax(hold_ms, version) AS holdMs,
    argMax(tuple(target_ppm), version).1 AS targetPpm,
    argMax(tuple(design_ppm), version).1 AS designPpm,
    mapKeys(argMax(recipe_ppm, version)) AS products, mapValues(argMax(recipe_ppm, version)) AS productPpm,
    argMax(categories, version) AS categories, argMax(later, version) AS later
  FROM machine_rule
  GROUP BY client_id, machine_id
`

const category = z.enum(['run', 'alarm', 'idle', 'ancillary', 'unknown', 'runWhileCounting'])

type VersionedRule = MachinePlace & { readonly version: bigint; readonly rule: LedgerRule }

/** The rules in force, with their versions. */
export async function readRules(context: TelemetryContext): Promise<VersionedRule[]> {
  const rows = await select(context, {
    name: 'ledger.readRules',
    sql: ruleSql,
    params: {},
    row: z.object({
      clientId: z.number(),
      machineId: z.number(),
      newest: z.coerce.bigint(),
      holdMs: z.number(),
      targetPpm: z.number().nullable(),
      designPpm: z.number().nullable(),
      products: z.array(z.string()),
      productPpm: z.array(z.number()),
      categories: z.record(z.string(), category),
      later: z.string(),
    }),
  })
  return rows.map(
    ({ clientId, machineId, newest, products, productPpm, categories, later, ...rule }) => ({
      clientId,
      machineId,
      version: newest,
      rule: {
        ...rule,
        recipePpm: recipesOf(products, productPpm),
        categories: byCode(categories),
        ...laterOf(later),
      },
    }),
  )
}

const laterRow = z.object({
  from: z.number(),
  holdMs: z.number(),
  targetPpm: z.number().nullable(),
  designPpm: z.number().nullable(),
  recipePpm: z.array(z.tuple([z.string(), z.number()])),
  categories: z.record(z.string(), category),
})

/** What holds later than the beginning, as the store has it; empty: nothing. */
export function laterText(later: readonly LaterValues[]): string {
  if (later.length === 0) return ''
  return JSON.stringify(later.map((one) => ({ ...one, recipePpm: [...one.recipePpm] })))
}

function laterOf(text: string): Pick<LedgerRule, 'later'> {
  if (text === '') return {}
  const later = z
    .array(laterRow)
    .parse(JSON.parse(text))
    .map(({ recipePpm, categories, ...values }) => ({
      ...values,
      recipePpm: new Map(recipePpm),
      categories: byCode(categories),
    }))
  return { later }
}

function byCode(categories: Record<string, StateCategory>): LedgerRule['categories'] {
  return Object.fromEntries(
    Object.entries(categories).map(([code, kind]): [number, StateCategory] => [Number(code), kind]),
  )
}

const touchedSql = `
  SELECT client_id AS clientId, machine_id AS machineId, toDateTime64(hour, 3, 'UTC') AS start,
    min(at) AS oldest, max(at) AS newest, max(sent) AS heard
  FROM (
    SELECT client_id, machine_id, at, if(imported, toDateTime64(0, 3, 'UTC'), at) AS sent, toStartOfHour(at) AS hour
    FROM sample
    WHERE batch > {after:UInt64} AND batch <= {until:UInt64}
    UNION ALL
    SELECT client_id, machine_id, raised_at AS at, toDateTime64(0, 3, 'UTC') AS sent, toStartOfHour(raised_at) AS hour
    FROM alarm
    WHERE batch > {after:UInt64} AND batch <= {until:UInt64}
  )
  GROUP BY client_id, machine_id, hour
  ORDER BY client_id, machine_id, hour
`

/** The stretches, hour by hour, in which there are records of some batches. */
export async function readTouched(
  context: TelemetryContext,
  batches: { readonly after: bigint; readonly until: bigint },
): Promise<Extent[]> {
  return selectAll(context, {
    name: 'ledger.readTouched',
    sql: touchedSql,
    params: batches,
    columns: {
      clientId: 'UInt32',
      machineId: 'UInt32',
      start: 'DateTime64',
      oldest: 'DateTime64',
      newest: 'DateTime64',
      heard: 'DateTime64',
    },
  })
}

/** Superseded rows are read, too: a minute too many is computed again to what it was. */
const warnedSql = `
  SELECT toDateTime64(toStartOfHour(minute), 3, 'UTC') AS hour, toDateTime64(min(minute), 3, 'UTC') AS from,
    toDateTime64(max(minute), 3, 'UTC') AS until
  FROM minute_ledger
  WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
    AND arrayExists(
      (product, state) -> product IN {products:Array(String)} AND state IN {states:Array(Int32)},
      pieces.product, pieces.state
    )
  GROUP BY hour
  ORDER BY hour
`

/** The minutes of one machine in which it stood under a warning with one of these products, hour by hour. */
export async function warnedMinutes(
  context: TelemetryContext,
  { clientId, machineId }: MachinePlace,
  wanted: { readonly products: readonly string[]; readonly states: readonly number[] },
): Promise<DirtyStretch[]> {
  return selectAll(context, {
    name: 'ledger.warnedMinutes',
    sql: warnedSql,
    params: { clientId, machineId, ...wanted },
    columns: { hour: 'DateTime64', from: 'DateTime64', until: 'DateTime64' },
  })
}

/** The recipes of a rule as the store has them: products and their target speeds, side by side. */
function recipesOf(
  products: readonly string[],
  ppm: readonly number[],
): ReadonlyMap<string, number> {
  const recipes = new Map<string, number>()
  for (const [i, product] of products.entries()) {
    const target = ppm[i]
    if (target !== undefined) recipes.set(product, target)
  }
  return recipes
}
