import type { CompareFigures } from '@packboard/contract'
import { comparisonQuery } from '../compare/compareQueries.ts'
import { useFigures } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import type { ChosenClient } from '../session/chosenClient.ts'

/** By line the figures of the window, as Compare has them. */
export type LineFigures = ReadonlyMap<string, CompareFigures>

const none: LineFigures = new Map()

/** Empty until they are there, where they could not be read, and for clients without premium, who compare one machine (D51). */
export function useLineFigures(
  client: ChosenClient,
  filter: ProductionFilter,
  enabled: boolean,
): LineFigures {
  const isPremium = client.subscriptionLabel === 'premium'
  const scope = { clientId: client.id, by: 'line', withBefore: false, withLengths: false } as const
  const { query } = useFigures(comparisonQuery(scope, filter, enabled && isPremium))
  // Those of another window stand beside no lanes of this one.
  const rows = query.isPlaceholderData ? undefined : query.data?.rows
  return rows ? new Map(rows.map(({ key, figures }) => [key, figures])) : none
}
