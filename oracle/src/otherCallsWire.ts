import { at, type Call, list, type Query } from './callWire.ts'
import type { Chance } from './chance.ts'
import { changesIn, judge, minutesOf } from './referenceChanges.ts'
import { countsIn, type Filter, inside, type Scope, stretchesIn } from './referenceFilter.ts'
import { targetOf } from './referenceOee.ts'
import type { KnownPlant } from './referencePlant.ts'
import { lineAt } from './referenceSettings.ts'

/** The values that occur under the rest of the filter; '' was never reported and is not offered (D17). */
export function lookup(scope: Scope, field: 'product' | 'tool' | 'machine') {
  const { product, tool, ...rest } = scope.filter
  const filter: Filter = {
    ...rest,
    ...(product === undefined || field === 'product' ? {} : { product }),
    ...(tool === undefined || field === 'tool' ? {} : { tool }),
  }
  const found = scope.machines.flatMap((machine) =>
    [
      ...stretchesIn(machine, scope.span, filter),
      ...countsIn(machine, scope.span, filter).filter(({ packs }) => packs > 0n),
    ].map((one) => (field === 'machine' ? machine.serialNo : one[field])),
  )
  return { data: [...new Set(found)].filter((value) => value !== '').sort() }
}

/** The machines of the overview, each with the target speed of the product that it packs now (D22). */
export function overviewCall(plant: KnownPlant, clientId: number, now: number): Call {
  const machines = plant.known.map((machine) => {
    const product = machine.timeline.stretches.at(-1)?.product ?? ''
    const target = targetOf(plant, machine, product, now)
    return {
      machineId: machine.serialNo,
      lineName: lineAt(plant, machine, now),
      machineType: { label: machine.type.label },
      target: { product, ppm: target?.ppm ?? null, source: target?.source ?? null },
    }
  })
  return {
    name: 'machines',
    expected: { status: 200, machines, inOrderOfLines: true },
    async ask(endpoint) {
      const path = `admin/client_machines/${clientId}`
      const { status, body } = await endpoint(path, { targets: 'yes' })
      const found = list(at(body, 'machines'))
      const lines = found.map((one) => String(at(one, 'lineName')))
      return {
        status,
        machines: found.toSorted((a, b) =>
          String(at(a, 'machineId')) < String(at(b, 'machineId')) ? -1 : 1,
        ),
        inOrderOfLines:
          new Set(lines).size === lines.filter((line, i) => line !== lines[i - 1]).length,
      }
    },
  }
}

const day = 86_400_000
const iso = (time: number) => new Date(time).toISOString()

/** What was changed at a machine in the last 31 days of a window, and what was different afterwards. */
export function changeCalls(window: Query, scope: Scope, chance: Chance): Call[] {
  const { machines, span } = scope
  if (machines.length === 0) return []
  const machine = chance.one(machines)
  const from = Math.max(span.from, span.to - 31 * day)
  const audits = machine.audits.filter(({ time }) => inside({ from, to: span.to }, time))
  const record = { from: Math.min(from, span.to - 7 * day), to: span.to }
  const rows = judge(minutesOf(machine, record), changesIn(audits)).map(
    ({ at: time, audits: own, isWorse, figures }) => ({
      at: iso(time),
      isWorse,
      figures,
      changes: own
        .map((one) => ({
          at: iso(one.time),
          userGroup: one.userGroup,
          description: one.description,
          valueBefore: one.before,
          valueAfter: one.after,
        }))
        .sort(byText),
    }),
  )
  return [
    {
      name: 'changes',
      expected: {
        ...{ status: 200, from: iso(from), count: audits.length, rows, worseFirst: true },
        ranks: rows.map((_, index) => index + 1),
      },
      async ask(endpoint) {
        const query = { ...window, machineId: machine.serialNo }
        const { status, body } = await endpoint('admin/changes', query)
        const found = list(at(body, 'rows'))
        const worse = found.map((row) => at(row, 'isWorse'))
        return {
          ...{ status, from: at(body, 'from'), count: at(body, 'count') },
          rows: found
            .map((row) => ({
              ...(row as object),
              changes: list(at(row, 'changes')).toSorted(byText),
            }))
            .toSorted((a, b) => (String(at(a, 'at')) < String(at(b, 'at')) ? -1 : 1)),
          worseFirst: !worse.some((one, index) => one && worse[index - 1] === false),
          ranks: found.map((row) => at(row, 'rank')),
        }
      },
    },
  ]
}

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
