import type { ClientMachine } from '@packboard/contract'
import { isOffline } from '@packboard/model'
import { useCallback } from 'react'
import type { OverviewFeed } from '../overviewFeed.ts'
import { useSeenNow, useSeenValue } from '../useOverview.ts'
import { type Targets, targetPpm } from '../useTargets.ts'

/** Packs of the cards of these machines, since the start of the page. */
export function usePacks(feed: OverviewFeed, machines: readonly ClientMachine[]): number {
  return useSeenValue(
    feed.rough,
    useCallback(
      ({ cards }) =>
        machines.reduce((sum, { machineId }) => sum + (cards.get(machineId)?.totalPacks ?? 0), 0),
      [machines],
    ),
  )
}

/** Packs per minute now; an OFFLINE machine has no speed. */
export function useSpeed(feed: OverviewFeed, machines: readonly ClientMachine[]): number {
  return useSeenNow(
    feed.rough,
    useCallback(() => {
      const now = new Date(feed.now())
      return machines.reduce((sum, { machineId }) => {
        const card = feed.cards.get(machineId)
        return sum + (card && !isOffline(card, now) ? (card.speedPpm ?? 0) : 0)
      }, 0)
    }, [feed, machines]),
  )
}

/** The products of these machines, each once, in the order of the machines. */
export function useProducts(feed: OverviewFeed, machines: readonly ClientMachine[]): string[] {
  const joined = useSeenValue(
    feed.rough,
    useCallback(
      ({ cards }) => {
        const products = machines.map(({ machineId }) => cards.get(machineId)?.product ?? '')
        return [...new Set(products)].filter((product) => product !== '').join('\n')
      },
      [machines],
    ),
  )
  return joined === '' ? [] : joined.split('\n')
}

/** The target speed of each machine with the product that it packs now. */
export function useTargetsNow(
  feed: OverviewFeed,
  machines: readonly ClientMachine[],
  targets: Targets,
): readonly (number | null)[] {
  const joined = useSeenValue(
    feed.rough,
    useCallback(
      ({ cards }) =>
        machines
          .map(({ machineId }) => {
            const target = targets.get(machineId)
            return targetPpm(target, cards.get(machineId)?.product ?? '') ?? ''
          })
          .join(' '),
      [machines, targets],
    ),
  )
  return joined.split(' ').map((ppm) => (ppm === '' ? null : Number(ppm)))
}

/** The sum of the targets; null where one is missing, because the sum without it would be too small. */
export const targetSum = (targets: readonly (number | null)[]): number | null =>
  targets.reduce<number | null>(
    (sum, target) => (sum === null || target === null ? null : sum + target),
    0,
  )
