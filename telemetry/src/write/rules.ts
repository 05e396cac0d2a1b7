import { isDeepStrictEqual } from 'node:util'
import { deadline, insertDurably } from '../clickhouse/insertDurably.ts'
import type { TelemetryContext } from '../context.ts'
import { recipesThatMatter } from '../ledger/fold/ledgerRule.ts'
import { laterText, readRules } from '../ledger/store/openingState.ts'
import type { LaterValues, MachineRule, RuleValues } from '../records.ts'

const insertSql = 'INSERT INTO machine_rule FORMAT JSONEachRow'

/** The rules of all machines, every version kept; the newest of each machine is in force. */
export function openRules(context: TelemetryContext) {
  let inForce: Map<number, MachineRule> | undefined

  async function load(): Promise<Map<number, MachineRule>> {
    if (inForce) return inForce
    // A machine that was given to another client has rules of both: the newest version counts.
    const stored = (await readRules(context)).sort(
      (a, b) => a.machineId - b.machineId || (a.version < b.version ? -1 : 1),
    )
    inForce = new Map(
      stored.map(({ clientId, machineId, rule }) => [machineId, { clientId, machineId, ...rule }]),
    )
    return inForce
  }

  return {
    async all(): Promise<MachineRule[]> {
      return [...(await load()).values()]
    },

    /** Writes the rules that are new or changed. */
    async put(wanted: readonly MachineRule[], version: bigint): Promise<void> {
      const known = await load()
      const left = new Map(wanted.map((rule) => [rule.machineId, rule.rebuiltUntil]))
      const changed = wanted
        .map(normal)
        .filter((rule) => !isDeepStrictEqual(known.get(rule.machineId), rule))
      if (changed.length === 0) return
      const lines = changed.map((rule) =>
        JSON.stringify({
          client_id: rule.clientId,
          machine_id: rule.machineId,
          version: version.toString(),
          set_at: new Date(context.now()).toISOString().replace('T', ' ').replace('Z', ''),
          hold_ms: rule.holdMs,
          target_ppm: rule.targetPpm,
          design_ppm: rule.designPpm,
          recipe_ppm: Object.fromEntries(rule.recipePpm),
          categories: rule.categories,
          later: laterText(rule.later ?? []),
        }),
      )
      await insertDurably(
        context,
        { name: 'write.rules', sql: insertSql, rows: Buffer.from(lines.join('\n')) },
        { limit: deadline() },
      )
      for (const rule of changed) known.set(rule.machineId, rule)
      const announced = changed.map((rule): MachineRule => {
        const rebuiltUntil = left.get(rule.machineId)
        return rebuiltUntil === undefined ? rule : { ...rule, rebuiltUntil }
      })
      context.events.emit('rulesChanged', announced)
    },
  }
}

/**
 * One spelling for equal rules: categories in the order of their codes, without holes, of the recipes those alone that matter, and of what
 * holds later what differs from before: else every change of a recipe would write the rules of all machines.
 */
function normal({ clientId, machineId, later = [], ...rule }: MachineRule): MachineRule {
  const first = normalValues(rule)
  const steps: LaterValues[] = []
  let last = first
  for (const { from, ...values } of later) {
    const next = normalValues(values)
    if (isDeepStrictEqual(last, next)) continue
    steps.push({ from, ...next })
    last = next
  }
  return { clientId, machineId, ...first, ...(steps.length > 0 && { later: steps }) }
}

function normalValues({ categories, ...values }: RuleValues): RuleValues {
  const { holdMs, targetPpm, designPpm } = values
  const reported = Object.entries(categories).filter(([, category]) => category !== undefined)
  const sorted = reported.sort(([a], [b]) => Number(a) - Number(b))
  return {
    holdMs,
    targetPpm,
    designPpm,
    recipePpm: recipesThatMatter(values),
    categories: Object.fromEntries(sorted),
  }
}
