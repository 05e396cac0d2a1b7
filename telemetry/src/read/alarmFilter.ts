import type { Moment } from '../ledger/moment.ts'
import { type ContextFilter, matches } from './contextFilter.ts'

/** What a filter means for an alarm: its own group, and what the machine was doing when it was raised. */
type AlarmFilter = {
  group(group: string): boolean
  moment(moment: Moment | null): boolean
  /** The filter is about the state of the machine; an alarm of offline time then has no context and is left out. */
  readonly asksContext: boolean
}

/** A product, tool or state keeps the alarms that were raised in it, an alarm group the alarms of that group (D17). */
export function alarmFilter({ causeGroup, ...context }: ContextFilter): AlarmFilter {
  const asksContext = Object.values(context).some((value) => value !== undefined)
  return {
    asksContext,
    group: (group) => causeGroup === undefined || group === causeGroup,
    moment: (moment) => !asksContext || (moment !== null && matches(context, moment)),
  }
}
