import type { TakeAwayTable } from '@packboard/contract'
import { alarmGroupCounts, speedSteps } from '@packboard/telemetry/read'
import { readDays } from '../daySummary/readDays.ts'
import type { Parts } from '../deps.ts'
import { alarmGroupSlices } from '../figures/alarmGroupSlices.ts'
import { productLabel, productSlices } from '../figures/productSlices.ts'
import { readBasis, readContexts } from '../figures/readBasis.ts'
import { stateSlices } from '../figures/stateSlices.ts'
import { statusSlices } from '../figures/statusSlices.ts'
import { stopCauseRows } from '../figures/stopCauseRows.ts'
import { targetBook } from '../figures/targetBook.ts'
import { type ChartQuestion, ledgerQuestion } from '../filter/chartQuestion.ts'
import { categoryLabels } from '../production/productionWire.ts'
import { speedStepStarts } from '../production/speedStepStarts.ts'
import type { Cell } from './table.ts'

type ChartTable = Exclude<TakeAwayTable, 'audit-trail' | 'alarm-info'>

type Rows = (parts: Parts, asked: ChartQuestion) => Promise<Cell[][]>

/** The tables that a screen shows whole, each by the function that the screen's own call uses. */
export const chartTables: Record<
  ChartTable,
  { readonly title: string; readonly columns: readonly string[]; readonly rows: Rows }
> = {
  'day-summary': {
    title: 'Per Day Summary',
    columns: [
      'Day',
      'Machine',
      'Product',
      'Tool',
      'Idle Time (s)',
      'Packs Packed',
      'Run Time (s)',
      'Average Packs Per Minute',
    ],
    rows: async ({ telemetry }, asked) =>
      (await readDays(telemetry, asked)).map((row) => [
        row.date,
        row.serialNo,
        row.product,
        row.tool,
        row.idle,
        row.packs,
        row.run,
        row.packsPerMinute,
      ]),
  },
  'machine-status': {
    title: 'Machine Status',
    columns: ['Status', 'Time (s)'],
    rows: async ({ telemetry }, asked) =>
      statusSlices(await readBasis(telemetry, asked)).map(({ category, seconds }) => [
        categoryLabels[category],
        seconds,
      ]),
  },
  products: {
    title: 'Products',
    columns: ['Product', 'Packs'],
    rows: async ({ telemetry }, asked) =>
      productSlices(await readContexts(telemetry, asked)).map(({ product, packs }) => [
        productLabel(product),
        packs,
      ]),
  },
  'alarm-groups': {
    title: 'Alarms',
    columns: ['Group', 'Alarms', 'Stop time (s)'],
    rows: async ({ telemetry }, asked) => {
      const [contexts, counts] = await Promise.all([
        readContexts(telemetry, asked),
        asked.nothing ? [] : alarmGroupCounts(telemetry, asked.scope, ledgerQuestion(asked)),
      ])
      return alarmGroupSlices(contexts, counts).map(({ group, count, seconds }) => [
        group,
        count,
        seconds,
      ])
    },
  },
  states: {
    title: 'Machine State Distribution',
    columns: ['State', 'Time (s)'],
    rows: async ({ telemetry }, asked) =>
      stateSlices(await readContexts(telemetry, asked)).map(({ name, seconds }) => [name, seconds]),
  },
  speed: {
    title: 'Packs per minute',
    columns: ['Start (UTC)', 'Mean (ppm)', 'Minimum (ppm)', 'Maximum (ppm)'],
    rows: async ({ telemetry }, asked) => {
      if (asked.nothing) return []
      const { steps, ends } = speedStepStarts(asked.period, asked.zone)
      const question = { ...ledgerQuestion(asked), steps, ends }
      const points = await speedSteps(telemetry, asked.scope, question)
      return points.map(({ x, mean, min, max }) => [x, mean, min, max])
    },
  },
  'stop-causes': {
    title: 'Stop causes',
    columns: ['Group', 'Cause', 'Time (s)', 'Stops', 'Lost packs'],
    rows: async (parts, asked) => {
      const contexts = await readContexts(parts.telemetry, asked)
      const targetOf = await targetBook(parts, asked.scope, { contexts, before: asked.period.to })
      return stopCauseRows(contexts, targetOf).map((row) => [
        row.group,
        row.cause,
        row.seconds,
        row.count,
        row.lostPacks,
      ])
    },
  },
}
