import type { PlanItem, TroubleName } from './conduct.ts'

/** Why a machine stood: a trouble, an item of the plan of its line, or what comes with every day. */
export type StopCause = TroubleName | PlanItem['does'] | 'reelChange' | 'liveTrouble' | 'startUp'

/** Another machine whose stop made a machine stand; `since` is when that stop began, ms since 1970. */
type OtherRoot = {
  readonly machineId: string
  readonly cause: StopCause
  readonly since: number
}

/** What began a stop: the machine itself, another machine of its line, or something outside of the line. */
export type StopRoot = 'own' | 'outside' | OtherRoot

/** The true reason of a stop. `cause` is null where another machine is the root. */
export type StopReason = { readonly root: StopRoot; readonly cause: StopCause | null }

/** The reason of a stop that no other machine began. */
export const reasonFor = (cause: StopCause): StopReason => ({
  root: cause === 'briefBlock' || cause === 'noSupply' ? 'outside' : 'own',
  cause,
})

/**
 * A time in which a machine was switched on and did not run (D13), ms since 1970 by the right clock, with the reason that
 * it had when it began.
 */
export type DayStop = StopReason & { readonly from: number; readonly to: number }
