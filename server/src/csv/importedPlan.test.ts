import { planLimits } from '@packboard/model'
import { sliceCounts } from '@packboard/telemetry/slices'
import { expect, test } from 'vitest'
import { importedPlan } from './importedPlan.ts'
import { mostPlanLines } from './readPlanCsv.ts'

const dayOf = (index: number) =>
  new Date(Date.UTC(2027, 0, 1) + index * 86_400_000).toISOString().slice(0, 10)
const exceptionOf = (index: number) => ({
  ...{ line: null, startDate: dayOf(index), startTime: '00:00' },
  ...{
    endDate: dayOf(index + 1),
    endTime: '00:00',
    kind: 'closed' as const,
    note: 'n'.repeat(120),
  },
})

test('the largest file, and one that is in the plan already, are taken in slices', async () => {
  const exceptions = Array.from({ length: planLimits.exceptions }, (_, i) => exceptionOf(i))
  const rows = Array.from({ length: mostPlanLines }, (_, i) => {
    const { startDate, note } = exceptionOf(i % planLimits.exceptions)
    return `${startDate},closed,"${note}"`
  })
  const csv = `StartDate,Kind,Note\n${rows.join('\n')}`
  expect(csv.length).toBeGreaterThan(600_000)
  const read = await importedPlan(csv, { weeks: [], exceptions, lines: [] })
  expect(read).toMatchObject({ refused: [], added: 0, unchanged: mostPlanLines })
  const anew = await importedPlan(
    rows
      .slice(0, planLimits.exceptions)
      .reduce((all, row) => `${all}\n${row}`, 'StartDate,Kind,Note'),
    {
      ...{ weeks: [], exceptions: [], lines: [] },
    },
  )
  expect(anew).toMatchObject({ refused: [], added: planLimits.exceptions, unchanged: 0 })
  const slices = sliceCounts().find(({ work }) => work === 'planImport')
  // How many depends on the speed of the machine.
  expect(slices?.slices).toBeGreaterThan(1)
})
