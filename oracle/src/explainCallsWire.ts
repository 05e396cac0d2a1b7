import { at, type Call, list, type Query } from './callWire.ts'
import type { Chance } from './chance.ts'
import {
  alarmRowsOf,
  type Figure,
  figureOf,
  gapRows,
  isTimeFigure,
  movedOf,
  restatementOf,
  timeFigures,
  timeRows,
} from './explainWire.ts'
import type { Scope } from './referenceFilter.ts'
import { figuresOf } from './referenceOee.ts'
import { stateName } from './referenceStates.ts'

/** Some figures, each with its explanation and all the rows under it. */
export function explainCalls(chart: Query, scope: Scope, now: number, chance: Chance): Call[] {
  const stretches = scope.machines.flatMap(({ timeline }) => timeline.stretches)
  const alarms = scope.machines.flatMap((machine) => machine.alarms)
  const products = stretches.map(({ product }) => product).filter((product) => product !== '')
  const choices: { figure: Figure; part: string }[] = [
    { figure: 'packs', part: '' },
    { figure: 'oeee', part: '' },
    { figure: chance.one(timeFigures), part: '' },
  ]
  if (chance.percent(40)) choices.push({ figure: 'offline', part: '' })
  if (products.length > 0) choices.push({ figure: 'product', part: chance.one(products) })
  if (alarms.length > 0) choices.push({ figure: 'alarmGroup', part: chance.one(alarms).group })
  if (stretches.length > 0) {
    choices.push({ figure: 'state', part: stateName(chance.one(stretches).state) })
  }
  return chance
    .shuffled(choices)
    .slice(0, 2)
    .flatMap(({ figure, part }) => [
      explainCall(chart, scope, figure, part, now),
      intervalsCall(chart, scope, figure, part, chance.one([7, 50, 200])),
    ])
}

function explainCall(chart: Query, scope: Scope, figure: Figure, part: string, now: number): Call {
  return {
    name: `explain ${figure} ${part}`,
    expected: {
      status: 200,
      body: {
        value: figureOf(scope, figure, part),
        coverage: figuresOf(scope).coverage,
        restatement: restatementOf(scope, figure, part, now),
        moved: movedOf(scope, figure),
      },
    },
    ask: (endpoint) => endpoint('admin/explain', { ...chart, figure, part }),
  }
}

/** The rows of all pages add up to the figure; those of a time are the very intervals. */
function intervalsCall(
  chart: Query,
  scope: Scope,
  figure: Figure,
  part: string,
  pageSize: number,
): Call {
  const value = figureOf(scope, figure, part)
  const rows = isTimeFigure(figure)
    ? timeRows(scope, figure, part)
    : figure === 'offline'
      ? gapRows(scope)
      : figure === 'alarmGroup'
        ? alarmRowsOf(scope, part)
        : undefined
  return {
    name: `intervals ${figure} ${part}`,
    expected: { sum: value, ...(rows === undefined ? {} : { rows }) },
    async ask(endpoint) {
      const found: unknown[] = []
      let after = ''
      for (let page = 0; page < 200; page++) {
        const query = { ...chart, figure, part, pageSize, ...(after === '' ? {} : { after }) }
        const { status, body } = await endpoint('admin/explain-intervals', query)
        if (status !== 200) return { status, body }
        found.push(...list(at(body, 'rows')))
        const next = at(body, 'next')
        if (typeof next !== 'string') break
        after = next
      }
      const total = (key: string) =>
        found.reduce<number>((sum, row) => sum + Number(at(row, key) ?? 0), 0)
      const good = found.some((row) => at(row, 'goodSeconds') === null)
      const planned = total('plannedSeconds')
      const share = good || planned === 0 ? null : (100 * total('goodSeconds')) / planned
      return { sum: figure === 'oeee' ? share : total('amount'), rows: found }
    },
  }
}
