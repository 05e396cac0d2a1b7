import type { Moment } from '../ledger/cachedReads.ts'
import type { PieceContext } from '../ledger/fold/ledgerMinute.ts'

/** Restricts a query to time and packs of one product, tool, state or alarm group (D17). Absent is no filter. */
export type ContextFilter = {
  readonly product?: string | undefined
  readonly tool?: string | undefined
  /** State code. */
  readonly state?: number | undefined
  /** Stops whose first-out alarm is of this group (D18). */
  readonly causeGroup?: string | undefined
}

/** What a filter looks at of the context that time and packs have in the ledger. */
export type Context = Omit<PieceContext, 'cause'>

/** Whether time or packs of this context pass the filter; values are compared to the letter (D17). */
export function matches(filter: ContextFilter, context: Context): boolean {
  const { product, tool, state, causeGroup } = filter
  const afterGap = context.category === 'offline'
  return (
    (product === undefined || product === context.product) &&
    (tool === undefined || tool === context.tool) &&
    (state === undefined || (state === context.state && !afterGap)) &&
    (causeGroup === undefined || (causeGroup === context.causeGroup && !afterGap))
  )
}

/** Whether the filter excludes anything. */
export function isFiltered(filter: ContextFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

/** The same as `matches`, as a condition on rows. */
export const rowMatches = `(empty({products:Array(String)}) OR product IN {products:Array(String)})
    AND (empty({tools:Array(String)}) OR tool IN {tools:Array(String)})
    AND (empty({states:Array(Int32)}) OR (state IN {states:Array(Int32)} AND category != 'offline'))
    AND (empty({causeGroups:Array(String)})
      OR (cause_group IN {causeGroups:Array(String)} AND category != 'offline'))`

/** The query parameters of this condition; an empty list is no filter. */
export function filterLists({ product, tool, state, causeGroup }: ContextFilter) {
  return {
    products: listOf(product),
    tools: listOf(tool),
    states: listOf(state),
    causeGroups: listOf(causeGroup),
  }
}

function listOf<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value]
}

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
