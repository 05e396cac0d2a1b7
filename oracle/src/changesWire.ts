import { at, type Call, list, type Query } from './callWire.ts'
import type { Chance } from './chance.ts'
import { changesIn, judge } from './referenceChanges.ts'
import { inside, type Scope } from './referenceFilter.ts'
import { minutesOf } from './referenceMinutes.ts'

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
