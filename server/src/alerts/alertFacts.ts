import {
  type ClientMachine,
  plainReasons,
  type StoredLabel,
  shiftsOfClient,
} from '@packboard/management'
import type { ClientScope, Period, Reason } from '@packboard/model'
import {
  heldStates,
  type LongStop,
  longStops,
  type MachineTime,
  machineNow,
  type RaisedAlarm,
  raisedAlarms,
} from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import { labelsInForce, type PlanDeps } from '../exclusions/planBook.ts'

export type AlertDeps = Pick<Deps, 'telemetry' | 'management'> & PlanDeps

/** `wake`: messages were added. */
export type NewsDeps = AlertDeps & { readonly wake: () => void }

/** Machines in a window up to the present, or up to an instant before it. */
export type AlertWindow = {
  readonly scope: ClientScope
  readonly machines: readonly ClientMachine[]
  readonly period: Period
  /** Ms since 1970, our clock. */
  readonly present: number
}

/** What rules have in common that are looked at together: one reading serves them all. */
type Together = {
  /** The shortest gap of any of them, ms. */
  readonly gap?: number | undefined
  /** All shares of a target speed, of 1. */
  readonly speedShares?: readonly number[] | undefined
  /** Several look at alarms. */
  readonly alarms?: boolean | undefined
  /** Of all machines of the client. */
  readonly client?: ClientFacts | undefined
}

/** What people set for a client counts after so long for those who follow it. */
const settingsMs = 60_000

type Look = { readonly begin: number; readonly end: number; readonly present: number }

/** What people set for a client and its machines, read once a minute for all looks at them. */
export class ClientFacts {
  readonly #deps: AlertDeps
  readonly #scope: ClientScope
  readonly #machines: readonly ClientMachine[]
  readonly #read = new Map<string, Look & { readonly answer: Promise<unknown> }>()

  constructor(deps: AlertDeps, scope: ClientScope, machines: readonly ClientMachine[]) {
    this.#deps = deps
    this.#scope = scope
    this.#machines = machines
  }

  unplanned(look: Look): Promise<ReadonlyMap<number, readonly MachineTime[]>> {
    return this.#once('unplanned', look, async () => {
      const around = { from: new Date(look.begin), to: new Date(look.end + dayMs + settingsMs) }
      const schedule = await this.#deps.plans.schedule(this.#scope, this.#machines, around)
      return schedule?.spans ?? new Map()
    })
  }

  reasons(look: Look): Promise<ReadonlyMap<string, Reason>> {
    return this.#once('reasons', look, async () => {
      const reasons = await plainReasons(this.#deps.management, this.#scope)
      return new Map(reasons.map((reason) => [reason.id, reason]))
    })
  }

  zone(look: Look): Promise<string> {
    return this.#once('zone', look, async () => {
      return (await shiftsOfClient(this.#deps.management, this.#scope))?.zone ?? 'Etc/UTC'
    })
  }

  /** A key names one question, so its answer has one type. One that was read for a shorter time before is read again. */
  #once<Answer>(key: string, look: Look, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#read.get(key)
    const age = known === undefined ? settingsMs : look.present - known.present
    if (known !== undefined && known.begin <= look.begin && age >= 0 && age < settingsMs) {
      return known.answer as Promise<Answer>
    }
    const answer = ask()
    const read = { ...look, answer }
    this.#read.set(key, read)
    // What failed is read again by the next look.
    answer.catch(() => this.#read.get(key) === read && this.#read.delete(key))
    return answer
  }
}

/**
 * What the conditions of alerts are computed from: what the ledger answers for machines in a window, each question sent once. The same for
 * a back-test and for what is happening now (D94).
 */
export type AlertFacts = AlertWindow & {
  readonly deps: AlertDeps
  readonly begin: number
  readonly end: number
  /** The window ends at the present: what holds at its end still holds. */
  readonly isLive: boolean
  readonly speedShares: readonly number[]
  /** The answer of a question that is sent once; a key names one question, so its answer has one type. */
  shared<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer>
  /** Stops (D18) of at least so much observed time, by machine. */
  stops(leastMs: number): Promise<ReadonlyMap<number, readonly LongStop[]>>
  /** The observed time by machine; gaps that are shorter than this are closed. */
  observed(leastGapMs: number): Promise<ReadonlyMap<number, readonly MachineTime[]>>
  /** Times in one of some states without a break, by machine. */
  inStates(
    states: readonly number[],
    leastMs: number,
  ): Promise<ReadonlyMap<number, readonly MachineTime[]>>
  alarms(wanted: {
    readonly group?: string | undefined
    readonly text?: string | undefined
  }): Promise<ReadonlyMap<number, readonly RaisedAlarm[]>>
  /** Entries of the stop book that may hold in the window, by machine, and the reasons of the client. */
  labels(): Promise<ReadonlyMap<number, readonly StoredLabel[]>>
  reasons(): Promise<ReadonlyMap<string, Reason>>
  /** Since when a machine was OFFLINE as the window began; absent where it was not, or had never sent. */
  silentSince(): Promise<ReadonlyMap<number, number>>
  /** Breaks and closed time of machines, also of the day after the window. */
  unplanned(): Promise<ReadonlyMap<number, readonly MachineTime[]>>
  zone(): Promise<string>
}

const dayMs = 86_400_000

export function alertFacts(
  deps: AlertDeps,
  window: AlertWindow,
  together: Together = {},
): AlertFacts {
  const { telemetry, management } = deps
  const { scope, machines, period, present } = window
  const machineIds = machines.map(({ id }) => id)
  const known = new Map<string, Promise<unknown>>()
  function once<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const before = known.get(key)
    if (before !== undefined) return before as Promise<Answer>
    const answer = ask()
    known.set(key, answer)
    return answer
  }
  const begin = period.from.getTime()
  const end = period.to.getTime()
  const look = { begin, end, present }
  const client = together.client ?? new ClientFacts(deps, scope, machines)
  return {
    ...window,
    ...{ deps, begin, end, shared: once },
    speedShares: together.speedShares ?? [],
    isLive: end >= Math.floor(present),
    stops(leastMs) {
      return once(`stops ${leastMs}`, async () => {
        const found = await longStops(telemetry, scope, { machineIds, period, leastMs })
        return Map.groupBy(found, ({ machineId }) => machineId)
      })
    },
    observed(leastGapMs) {
      const leastGap = Math.min(leastGapMs, together.gap ?? leastGapMs)
      return once(`observed ${leastGap}`, () =>
        heldStates(telemetry, scope, { machineIds, period, leastMs: 0, leastGapMs: leastGap }),
      )
    },
    inStates: (states, leastMs) =>
      once(`states ${states.toSorted((a, b) => a - b)} ${leastMs}`, () =>
        heldStates(telemetry, scope, { machineIds, period, states, leastMs, leastGapMs: 1 }),
      ),
    alarms({ group, text }) {
      const read = (question: { readonly group?: string; readonly description?: string }) =>
        raisedAlarms(telemetry, scope, { machineIds, period, ...question })
      return once(`alarms ${JSON.stringify([group, text])}`, async () => {
        const found = together.alarms
          ? (await once('alarms', () => read({}))).filter(
              (alarm) =>
                (group === undefined || alarm.group === group) &&
                (text === undefined || alarm.description === text),
            )
          : await read({
              ...(group !== undefined && { group }),
              ...(text !== undefined && { description: text }),
            })
        return Map.groupBy(found, ({ machineId }) => machineId)
      })
    },
    labels: () =>
      once('labels', async () =>
        Map.groupBy(
          await labelsInForce(management, scope, machineIds, period),
          ({ machineId }) => machineId,
        ),
      ),
    reasons: () => client.reasons(look),
    silentSince: () =>
      once('silentSince', async () => {
        const moments = await machineNow(telemetry, scope, { machineIds, at: period.from })
        return new Map(
          moments.flatMap(({ machineId, holdUntil, offline }) =>
            holdUntil !== null && offline ? [[machineId, holdUntil.getTime()] as const] : [],
          ),
        )
      }),
    unplanned: () => client.unplanned(look),
    zone: () => client.zone(look),
  }
}
