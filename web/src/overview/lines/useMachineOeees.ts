import { periodFilter } from '@packboard/model'
import { useEffect, useMemo } from 'react'
import { comparisonQuery } from '../../compare/compareQueries.ts'
import { useFigures } from '../../filter/figureQuery.ts'
import { openFilter } from '../../filter/filter.ts'
import type { ChosenClient } from '../../session/chosenClient.ts'
import { useDensity } from '../../theme/density.ts'
import { useNarrow } from '../../ui/useNarrow.ts'
import { showOeees } from './machineOeees.ts'
import type { ShiftWindow } from './useShiftFigures.ts'

/** Gives compact cards the OEEE of their machines: one question for all of them, and none where no card shows it. */
export function useMachineOeees(
  client: ChosenClient,
  { period, zone }: ShiftWindow,
  /** Name of the shift, or since when. */
  when: string,
) {
  const dense = useDensity() === 'compact'
  const narrow = useNarrow()
  const wanted = dense && !narrow && client.subscriptionLabel === 'premium'
  const filter = useMemo(() => openFilter(periodFilter(period, zone), []), [period, zone])
  const { query } = useFigures(
    comparisonQuery(
      { clientId: client.id, by: 'machine', withBefore: false, withLengths: false },
      filter,
      wanted,
    ),
  )
  const rows = wanted ? query.data?.rows : undefined
  useEffect(() => {
    if (!rows) return
    showOeees({ when, figures: new Map(rows.map(({ key, figures }) => [key, figures])) })
  }, [rows, when])
  // What is known belongs to this client and to this choice.
  useEffect(() => () => showOeees(null), [])
}
