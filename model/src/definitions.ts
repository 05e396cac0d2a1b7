import { idealSeconds, type Output, percent } from './oee.ts'
import { type Divisor, divisorSeconds, type TimeModel } from './timeModel.ts'

/** The speed that packs are held against: the target speed of OEEE (D22), or the design speed of the machine. */
export const definitionSpeeds = ['target', 'nameplate'] as const
export type DefinitionSpeed = (typeof definitionSpeeds)[number]

export const countedPacks = ['good', 'all'] as const
export type CountedPacks = (typeof countedPacks)[number]

/** A definition of effectiveness: (packs that count × 60 / speed) / (seconds that it divides by). */
export type DefinitionRule = {
  readonly dividesBy: Divisor
  readonly speed: DefinitionSpeed
  readonly packs: CountedPacks
}

/** In the order of the screen; `earlier` is the one that a client enters. */
export const definitionKinds = ['oeee', 'en415', 'scheduled', 'earlier', 'teep'] as const
export type DefinitionKind = (typeof definitionKinds)[number]

/**
 * The definitions that need no setting (D100). OEEE is the OEE index of ISO 22400-2: good packs at target speed through planned busy
 * time. EN 415-11 takes out what came from outside the machine, too. The other two are custom: they have no standard.
 */
export const knownDefinitions = {
  oeee: { dividesBy: 'planned', speed: 'target', packs: 'good' },
  en415: { dividesBy: 'plannedWithoutExternal', speed: 'target', packs: 'good' },
  scheduled: { dividesBy: 'shift', speed: 'target', packs: 'good' },
  teep: { dividesBy: 'calendar', speed: 'target', packs: 'good' },
} as const satisfies Record<Exclude<DefinitionKind, 'earlier'>, DefinitionRule>

/** What a filter leaves of a window: `context` is a product or a tool, `cause` a state or an alarm group (D78). */
export type DefinitionFilter = 'nothing' | 'context' | 'cause'

/** Seconds of packs at a speed; null where something was packed that has none. */
type PackSeconds = Readonly<Record<CountedPacks, number | null>>

type WholeWindow = 'shift' | 'calendar'

/** What all definitions of one window are computed from. */
export type DefinitionTerms = {
  readonly filteredBy: DefinitionFilter
  /** Shift and calendar are null under a filter: offline time has no product. */
  readonly seconds: Readonly<
    Record<Exclude<Divisor, WholeWindow>, number> & Record<WholeWindow, number | null>
  >
  readonly packSeconds: Readonly<Record<DefinitionSpeed, PackSeconds>>
}

/** Why a definition has no result. */
export const missingTerms = ['cause', 'filter', 'target', 'nameplate', 'noTime'] as const
export type MissingTerm = (typeof missingTerms)[number]

/** The terms of a window: its time, and its output at target speed and at design speed. */
export function definitionTerms(
  time: TimeModel,
  outputs: Readonly<Record<DefinitionSpeed, readonly Output[]>>,
  filteredBy: DefinitionFilter,
): DefinitionTerms {
  const isWhole = filteredBy === 'nothing'
  const packSeconds = (speed: DefinitionSpeed): PackSeconds => {
    const { ideal, good } = idealSeconds(outputs[speed])
    return { all: ideal, good }
  }
  return {
    filteredBy,
    seconds: {
      planned: divisorSeconds(time, 'planned'),
      plannedWithoutExternal: divisorSeconds(time, 'plannedWithoutExternal'),
      shift: isWhole ? divisorSeconds(time, 'shift') : null,
      calendar: isWhole ? divisorSeconds(time, 'calendar') : null,
    },
    packSeconds: { target: packSeconds('target'), nameplate: packSeconds('nameplate') },
  }
}

/** The result of a definition in percent, never rounded or capped (D21); null with the term that is missing. */
export function effectiveness(
  { dividesBy, speed, packs }: DefinitionRule,
  { filteredBy, seconds, packSeconds }: DefinitionTerms,
): { readonly value: number | null; readonly missing: MissingTerm | null } {
  const divisor = seconds[dividesBy]
  const dividend = packSeconds[speed][packs]
  const missing =
    filteredBy === 'cause'
      ? 'cause'
      : divisor === null
        ? 'filter'
        : dividend === null
          ? speed
          : divisor > 0
            ? null
            : 'noTime'
  if (missing !== null || divisor === null || dividend === null) return { value: null, missing }
  return { value: percent(dividend, divisor), missing }
}

/** The terms of a definition that differ from those of OEEE. */
export function differingTerms(rule: DefinitionRule): (keyof DefinitionRule)[] {
  const { oeee } = knownDefinitions
  return (['dividesBy', 'speed', 'packs'] as const).filter((term) => rule[term] !== oeee[term])
}
