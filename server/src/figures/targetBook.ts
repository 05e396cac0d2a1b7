import {
  type ClientSettings,
  clientSettings,
  type Management,
  type PastChange,
} from '@packboard/management'
import { type ClientScope, chooseTarget, hiddenName, shownName } from '@packboard/model'
import {
  type ContextTotal,
  estimatedTarget,
  movedFrom,
  type SpanMark,
} from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import type { PastTargets, TargetOf } from './metricsOf.ts'

type Wanted = Pick<ContextTotal, 'machineId' | 'product'> & Pick<SpanMark, 'since'>
type Stores = { readonly management: Management; readonly telemetry: Telemetry }

/**
 * The target speeds of a client by time (D22, D98): of a product on the machine, on its type, at the client, then the machine's own, then
 * the design speed of the machine and of its type, and, for machines that have none of these for a product that they packed, the estimate
 * from the 30 days before the end of the window. What has no mark of a later setting has those of `from`. Where settings were applied to
 * the past of the window, it has the targets without them, too.
 */
export async function targetBook(
  { management, telemetry }: Stores,
  scope: ClientScope,
  question: {
    readonly contexts: readonly Wanted[]
    readonly from: Date
    readonly before: Date
    /** Instead of those that hold. */
    readonly settings?: ClientSettings
    /** Of one machine, instead of what its ledger has (`estimatedTarget`). */
    readonly folded?: Parameters<typeof estimatedTarget>[2]['folded']
  },
): Promise<TargetOf> {
  const { contexts, from, before, folded } = question
  const settings = question.settings ?? (await clientSettings(management, scope))
  const start = from.getTime()
  const sides = [settings, ...(settings.asEntered ? [settings.asEntered] : [])]
  const without = contexts
    .filter(({ machineId, product, since = start }) =>
      sides.some((one) => one.target(machineId, product, since).ppm === null),
    )
    .map(({ machineId }) => machineId)
  const machineIds = [...new Set(without)].sort((a, b) => a - b)
  const estimates =
    machineIds.length === 0
      ? new Map<number, number>()
      : await estimatedTarget(telemetry, scope, {
          ...{ machineIds, before, ...(folded && { folded }) },
        })
  const targetsOf = (side: ClientSettings): TargetOf =>
    Object.assign(
      (machineId: number, product: string, since = start) => {
        const found = side.target(machineId, product, since)
        if (found.ppm !== null) return found
        return { ...found, ...chooseTarget({ estimated: estimates.get(machineId) ?? null }) }
      },
      { rules: (_machineId: number, since = start) => side.rules(since) },
    )
  const past = pastTargets(telemetry, scope, settings, { ...question, targetsOf })
  return past === undefined ? targetsOf(settings) : Object.assign(targetsOf(settings), { past })
}

function pastTargets(
  telemetry: Telemetry,
  scope: ClientScope,
  { asEntered, pastChanges }: ClientSettings,
  {
    contexts,
    from,
    before,
    targetsOf,
  }: Pick<Parameters<typeof targetBook>[2], 'contexts' | 'from' | 'before'> & {
    readonly targetsOf: (side: ClientSettings) => TargetOf
  },
): PastTargets | undefined {
  if (asEntered === undefined) return undefined
  const machineIds = [...new Set(contexts.map(({ machineId }) => machineId))]
  const found = new Map<number, PastChange>()
  for (const machineId of machineIds) {
    for (const change of pastChanges(machineId, { from, to: before })) {
      const by = shownName(scope, change.by)
      if (movesFigures(change))
        found.set(change.id, { ...change, by: by === hiddenName ? null : by })
    }
  }
  if (found.size === 0) return undefined
  const movesMinutes = machineIds.some((machineId) => {
    const first = movedFrom(telemetry, scope, machineId, asEntered.rule(machineId))
    return first !== null && first < before.getTime()
  })
  return { asEntered, targetOf: targetsOf(asEntered), changes: [...found.values()], movesMinutes }
}

/** A threshold says which stops are micro-stops, and moves neither time nor OEEE. */
const movesFigures = ({ kind }: PastChange) => kind !== 'stopThreshold'
