import { periodFilter } from '@packboard/model'
import { useEffect, useMemo } from 'react'
import { comparisonQuery } from '../../compare/compareQueries.ts'
import { useFigures } from '../../filter/figureQuery.ts'
import { openFilter } from '../../filter/filter.ts'
import { formatDecimals, formatPercent } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ChosenClient } from '../../session/chosenClient.ts'
import { useDensity } from '../../theme/density.ts'
import { useNarrow } from '../../ui/useNarrow.ts'
import { showOeees } from '../machineOeees.ts'
import type { ShiftWindow } from './useShiftFigures.ts'

/** Gives compact cards the OEEE of their machines: one question for all of them, and none where no card shows it. */
export function useMachineOeees(
  client: ChosenClient,
  { period, zone }: ShiftWindow,
  /** Name of the shift, or since when. */
  when: string,
) {
  const say = useTexts('lines')
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
    const name = say('oeee', { when })
    const known = rows.flatMap(({ key, figures: { metrics } }) => {
      const { OEEE, coverage, lowCoverage: isDoubtful } = metrics
      if (OEEE === null) return []
      const covered = say('coverage', { percent: formatPercent(coverage) })
      const oeee = { name, percent: formatDecimals(OEEE, 1), coverage: covered, isDoubtful }
      return [[key, oeee] as const]
    })
    showOeees(new Map(known))
  }, [rows, when, say])
  // What is known belongs to this client and to this choice.
  useEffect(() => () => showOeees(), [])
}
