import type { NewAlert, StoredAlertRule, WatchedAlert } from '@packboard/management'
import { alertLimits } from '@packboard/model'
import type { Opening } from './machineOpenings.ts'

/** What an evaluation changes at one rule and machine. */
export type Reconciled = {
  /** Their condition holds now: they open, unless their records say that they are history. */
  readonly toOpen: readonly Opening[]
  /** They were over when they came to be known. */
  readonly late: readonly Opening[]
  readonly toClear: readonly {
    readonly alert: WatchedAlert
    readonly clearedAt: number
    readonly withdrawn: boolean
  }[]
  /** When to look again if nothing comes; null: nothing is to be seen then. Ms since 1970. */
  readonly lookAt: number | null
}

/**
 * Compares what the ledger says now with the alerts that are stored, of one rule at one machine (D94). An alert is found again by the time that it
 * covers, so that a beginning that late records moved opens no second one. All that decides is in the two lists: a process that takes over
 * comes to the same end.
 */
export function reconcile(
  openings: readonly Opening[],
  alerts: readonly WatchedAlert[],
  {
    now,
    ruleSince,
    windowBegin,
  }: {
    readonly now: number
    /** When the rule began to look: what was over before is nothing. */
    readonly ruleSince: number
    /** What began before is not known whole. */
    readonly windowBegin: number
  },
): Reconciled {
  const { clearMs } = alertLimits
  // What is stored has begun, also where our clock was set back or is not that of the process that stored it.
  const known = new Set(alerts.map(({ openedAt }) => openedAt))
  const begun = openings.filter(({ openedAt }) => openedAt <= now || known.has(openedAt))
  const isOver = ({ endedAt }: Opening) => endedAt !== null && now >= endedAt + clearMs
  const pairs = pairsOf(begun, alerts, isOver)
  const left = begun.filter((opening) => !pairs.taken.has(opening))
  const again = begun.flatMap((opening) => {
    const own = alerts.filter((alert) => pairs.openingOf.get(alert) === opening)
    return opensAgain(opening, own, { now, ruleSince, known }) ?? []
  })
  const toClear = alerts.flatMap((alert) => {
    if (alert.clearedAt !== null) return []
    const opening = pairs.openingOf.get(alert)
    if (opening === undefined) {
      // One from before the window ended in it at the latest; one from inside was taken back by late records.
      return [{ alert, clearedAt: now, withdrawn: alert.openedAt >= windowBegin }]
    }
    if (!isOver(opening)) return []
    return [{ alert, clearedAt: opening.endedAt ?? now, withdrawn: false }]
  })
  const later = openings.flatMap(({ openedAt, endedAt }) => [
    openedAt,
    endedAt === null ? 0 : endedAt + clearMs,
  ])
  const next = later.filter((at) => at > now)
  return {
    toOpen: [...left.filter((opening) => !isOver(opening)), ...again],
    late: left.filter((opening) => isOver(opening) && (opening.endedAt ?? now) > ruleSince),
    toClear,
    lookAt: next.length === 0 ? null : Math.min(...next),
  }
}

/**
 * What holds though all of its alerts were cleared: its rule was switched off and on, or late records took back what had cleared them. It opens
 * where the last of them was cleared, and not before its rule looks again: another alert, whose messages go out.
 */
function opensAgain(
  opening: Opening,
  own: readonly WatchedAlert[],
  {
    now,
    ruleSince,
    known,
  }: { readonly now: number; readonly ruleSince: number; readonly known: ReadonlySet<number> },
): Opening | undefined {
  const holds = opening.endedAt === null || opening.endedAt > now
  if (!holds || own.length === 0 || own.some(({ clearedAt }) => clearedAt === null))
    return undefined
  let openedAt = Math.max(ruleSince, ...own.map(({ clearedAt }) => clearedAt ?? 0))
  // The instant is the key of an alert: one that took no time has it already.
  while (known.has(openedAt)) openedAt += 1
  return openedAt > now ? undefined : { ...opening, openedAt }
}

/**
 * Which opening is which alert: of those that overlap, those that are nearest to each other. What holds and began after an alert was cleared is
 * another one, also where late records took that one back in the minute before: else nothing would be open while it holds.
 */
function pairsOf(
  openings: readonly Opening[],
  alerts: readonly WatchedAlert[],
  isOver: (opening: Opening) => boolean,
) {
  const { clearMs } = alertLimits
  const ends = (to: number | null) => (to ?? Number.POSITIVE_INFINITY) + clearMs
  const overlaps = alerts
    .flatMap((alert) =>
      openings
        .filter((opening) => {
          const { openedAt, endedAt } = opening
          const isBefore = isOver(opening)
            ? openedAt < ends(alert.clearedAt)
            : openedAt <= (alert.clearedAt ?? Number.POSITIVE_INFINITY)
          return isBefore && alert.openedAt < ends(endedAt)
        })
        .map((opening) => ({ alert, opening, apart: Math.abs(opening.openedAt - alert.openedAt) })),
    )
    .sort((a, b) => a.apart - b.apart || a.opening.openedAt - b.opening.openedAt)
  const openingOf = new Map<WatchedAlert, Opening>()
  const taken = new Set<Opening>()
  for (const { alert, opening } of overlaps) {
    // Late records may have joined two alerts to one opening: both are it.
    if (openingOf.has(alert)) continue
    openingOf.set(alert, opening)
    taken.add(opening)
  }
  return { openingOf, taken }
}

/** An opening of a rule as it is stored. */
export function newAlert(
  { opening, rule }: { readonly opening: Opening; readonly rule: StoredAlertRule },
  late: boolean,
): NewAlert {
  return {
    ruleId: rule.id,
    machineId: opening.machineId,
    kind: rule.condition.kind,
    ruleName: rule.name,
    severity: rule.severity,
    text: rule.text ?? '',
    cause: opening.cause,
    causeGroup: opening.causeGroup,
    openedAt: new Date(opening.openedAt),
    clearedAt: late && opening.endedAt !== null ? new Date(opening.endedAt) : null,
    late,
    steps: rule.steps,
    repeatSeconds: rule.repeatSeconds ?? null,
  }
}
