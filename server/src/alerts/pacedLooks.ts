import { type ClientMachine, type StoredAlertRule, shiftsOfClient } from '@packboard/management'
import {
  type AlertCondition,
  type AlertKind,
  alertLimits,
  type ClientScope,
  shiftOrDayAt,
} from '@packboard/model'
import type { AlertDeps } from './alertFacts.ts'
import { lookBackMs } from './backTest.ts'
import { shiftLookMs } from './shiftLooks.ts'
import { packStepMs } from './sumConditions.ts'

/** Kinds that are looked at together, all rules of a client by one reading: what they look at changes in the same steps. */
export type LookGroup = 'line' | 'speed' | 'packs' | 'shift' | 'shiftEnd' | 'standing'

const groups: Partial<Record<AlertKind, LookGroup>> = {
  lineStoppedLonger: 'line',
  speedUnder: 'speed',
  rejectsOver: 'packs',
  oeeeUnder: 'shift',
  behindPlan: 'shift',
  withoutReason: 'shiftEnd',
  setAside: 'standing',
  clockOff: 'standing',
  recorderSilent: 'standing',
  recorderFilling: 'standing',
  backupOverdue: 'standing',
}

/** What is no state of one machine is looked at in steps; undefined for a kind that is looked at after each change of a machine. */
export const lookGroupOf = ({ kind }: AlertCondition): LookGroup | undefined => groups[kind]

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 3_600_000
/** Records of the end of a step may come so long after it. */
const settledMs = alertLimits.clearMs
/** Speeds, and packs, are looked at no further back than this; a shift for so long after its end. */
const backMs = { speed: hourMs, packs: 4 * hourMs, shift: hourMs }
/** Shifts that were changed count after so long. */
const shiftsMs = 60_000

/** Windows begin with whole minutes: those are in memory, and a part of one is folded from records of the store. Ms since 1970. */
export const wholeMinute = (at: number) => Math.floor(at / minuteMs) * minuteMs

export type WatchedRule = {
  readonly rule: StoredAlertRule
  readonly machineIds: ReadonlySet<number>
}

/** How long the condition of any of them may have to hold, ms. */
const longestOf = (rules: readonly WatchedRule[]) =>
  secondMs *
  Math.max(
    ...rules.map(
      ({ rule: { condition, forSeconds = 0 } }) =>
        forSeconds + ('seconds' in condition ? condition.seconds : 0),
    ),
  )

/** The shares of a target speed that they look at, of 1. */
export const sharesOf = (rules: readonly WatchedRule[]) =>
  rules.flatMap(({ rule: { condition } }) =>
    condition.kind === 'speedUnder' ? [condition.percent / 100] : [],
  )

/** A look that is due: its step, and the instant that it looks back to, ms since 1970. */
export type DueLook = { readonly step: string; readonly begin: number }

/** A look at a group of rules: the machines that are left of it, and when an alert of the others may open or clear next. */
export type PacedLook = {
  readonly group: LookGroup
  readonly rules: readonly WatchedRule[]
  readonly due: DueLook
  readonly left: readonly ClientMachine[]
  readonly nextAt: number | null
}

/** When the groups of one client are looked at: each once a step, and when an alert of it may open or clear in between. */
export class PacedLooks {
  readonly #deps: Pick<AlertDeps, 'management'>
  readonly #scope: ClientScope
  readonly #looked = new Map<LookGroup, { readonly step: string; readonly nextAt: number }>()
  #shifts: { readonly times: Awaited<ReturnType<typeof shiftsOfClient>>; readonly at: number } = {
    ...{ times: undefined, at: Number.NEGATIVE_INFINITY },
  }

  constructor(deps: Pick<AlertDeps, 'management'>, scope: ClientScope) {
    this.#deps = deps
    this.#scope = scope
  }

  /** Rules or machines have changed: all groups are due. */
  restart(): void {
    this.#looked.clear()
  }

  /** undefined: nothing can have changed since the last look at these rules. */
  async due(
    group: LookGroup,
    rules: readonly WatchedRule[],
    now: number,
  ): Promise<DueLook | undefined> {
    const { step, begin } = await this.#stepOf(group, now, longestOf(rules))
    const before = this.#looked.get(group)
    if (before !== undefined && before.step === step && now < before.nextAt) return undefined
    // The first look at shifts is as far back as any: what opened while no process looked is found again.
    const isFirst = before === undefined && group === 'shift'
    const back = Math.max(isFirst ? 0 : begin, now - lookBackMs)
    return { step, begin: group === 'standing' ? back : wholeMinute(back) }
  }

  /** A look was stored; `nextAt`: an alert may open or clear then. */
  done(group: LookGroup, { step }: DueLook, nextAt: number | null): void {
    this.#looked.set(group, { step, nextAt: nextAt ?? Number.POSITIVE_INFINITY })
  }

  async #stepOf(group: LookGroup, now: number, longestMs: number): Promise<DueLook> {
    const settled = now - settledMs
    switch (group) {
      case 'speed':
        return { step: `${Math.floor(now / minuteMs)}`, begin: now - backMs.speed - longestMs }
      case 'line':
        return { step: `${Math.floor(now / minuteMs)}`, begin: now - lookBackMs }
      case 'packs':
        return {
          step: `${Math.floor(settled / packStepMs)}`,
          begin: now - backMs.packs - longestMs,
        }
      case 'shift': {
        const from = await this.#shiftAt(settled, now)
        const begin = await this.#shiftAt(now - backMs.shift, now)
        return { step: `${from} ${Math.floor((settled - from) / shiftLookMs)}`, begin }
      }
      case 'shiftEnd':
        return { step: `${await this.#shiftAt(settled, now)}`, begin: now - lookBackMs }
      case 'standing':
        return { step: `${Math.floor(now / minuteMs)}`, begin: now }
    }
  }

  /** When the shift began that runs at an instant. */
  async #shiftAt(at: number, now: number): Promise<number> {
    if (now - this.#shifts.at >= shiftsMs || now < this.#shifts.at) {
      this.#shifts = { times: await shiftsOfClient(this.#deps.management, this.#scope), at: now }
    }
    const { starts = [], zone = 'Etc/UTC' } = this.#shifts.times ?? {}
    return shiftOrDayAt(starts, zone, new Date(at)).period.from.getTime()
  }
}
