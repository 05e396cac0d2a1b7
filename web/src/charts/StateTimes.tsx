import { stateWordOf } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { ChartTable } from './ChartTable.tsx'
import { timeColumns } from './chartColumns.ts'
import type { StateTime } from './stateBarsSeries.ts'

/** How long a machine was in each state, as a table in place of the bars. */
export function StateTimes({ title, times }: { title: string; times: readonly StateTime[] }) {
  const say = useTexts('charts')
  const sayState = useTexts('states')
  return (
    <ChartTable
      label={title}
      rows={times}
      rowKey={({ name }) => name}
      columns={timeColumns(
        say('state'),
        times,
        ({ seconds }) => seconds,
        (name) => stateWordOf(name, sayState),
      )}
    />
  )
}
