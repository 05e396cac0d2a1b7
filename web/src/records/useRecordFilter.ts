import type { FilterWindow } from '@packboard/model'
import { useState } from 'react'
import { everything, filterFault } from '../filter/filter.ts'
import { wholeDays, windowOf } from '../filter/wholeDays.ts'
import { usePageSize } from '../ui/usePageSize.ts'
import type { RecordFilter } from './recordsWire.ts'

type Shown = {
  readonly window: FilterWindow
  readonly group: string
  readonly description: string
  readonly page: number
}

/**
 * The filter of a table of records. It begins with the window of the page behind it; every change of the filter leads back
 * to the first page (specification §4).
 */
export function useRecordFilter(clientId: number, machineId: string, pageFilter: FilterWindow) {
  const [shown, show] = useState<Shown>(() => ({
    window: windowOf(pageFilter),
    group: everything,
    description: everything,
    page: 1,
  }))
  const [pageSize] = usePageSize()
  const [fault, setFault] = useState<string | null>(null)
  const { window, group, description, page } = shown
  const filter: RecordFilter = { clientId, machineId, window, group, description }
  return {
    filter,
    page,
    pageSize,
    /** Why the last picked days cannot be requested. */
    fault,
    changeWindow(picked: FilterWindow, preset: boolean) {
      const next = wholeDays(picked, preset)
      const wrong = filterFault(next)
      setFault(wrong)
      if (wrong === null) show({ ...shown, window: next, page: 1 })
    },
    changeGroup: (chosen: string) => show({ ...shown, group: chosen, page: 1 }),
    changeDescription: (chosen: string) => show({ ...shown, description: chosen, page: 1 }),
    changePage: (chosen: number) => show({ ...shown, page: chosen }),
  }
}
