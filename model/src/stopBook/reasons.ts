/** The languages in which a reason may have a name: those of the screens. English is always there. */
export const reasonLanguages = ['en', 'de', 'it', 'es', 'fr'] as const
export type ReasonLanguage = (typeof reasonLanguages)[number]
export type ReasonName = { readonly en: string } & {
  readonly [Language in Exclude<ReasonLanguage, 'en'>]?: string | undefined
}

/** What the symbol of a reason shows. */
export const reasonIcons = [
  'sliders',
  'film',
  'scissors',
  'thermometer',
  'wrench',
  'washer',
  'cup',
  'noProduct',
  'truck',
  'bolt',
  'drop',
  'people',
  'moon',
  'cycle',
  'clipboard',
  'more',
] as const
export type ReasonIcon = (typeof reasonIcons)[number]

/** Where the cause of a stop lies. */
export const reasonCauses = ['machine', 'external', 'operator'] as const
export type ReasonCause = (typeof reasonCauses)[number]

/** An alarm that a reason is proposed for: one alarm by its text, or every alarm of a group. */
export type ReasonAlarm = { readonly kind: 'text' | 'group'; readonly value: string }

/** Why a machine of a client stood, as a person names it (D74). */
export type Reason = {
  /** A UUID, made where the reason is added. */
  readonly id: string
  /** The reason above it; null: it is at the top. There are two levels. */
  readonly parent: string | null
  readonly name: ReasonName
  readonly icon: ReasonIcon
  readonly planned: boolean
  readonly cause: ReasonCause
  /** Changeover, change of film or tool, cleaning: a class of its own among the losses of OEEE (D116). Absent: no. */
  readonly setUp?: boolean | undefined
  /** Its place among those of the same parent, from 1. */
  readonly rank: number
  /** Of a planned reason: what lies beyond is unplanned; null: all of it is planned. */
  readonly overrunSeconds: number | null
  readonly alarms: readonly ReasonAlarm[]
  readonly states: readonly number[]
  /** No longer offered and not proposed; its labels stay. */
  readonly retired: boolean
}

/** Lists of reasons to begin with. `general` fits every machine. */
export const reasonTemplateKeys = ['general', 'flowWrapper', 'verticalBagger', 'cartoner'] as const
export type ReasonTemplateKey = (typeof reasonTemplateKeys)[number]

/** D55: what the stop book of one client holds. */
export const reasonLimits = {
  reasons: 200,
  nameLength: 60,
  alarms: 50,
  alarmLength: 2_000,
  overrunSeconds: 86_400,
} as const

export const labelLimits = {
  noteLength: 500,
  /** The longest stretch that one label is set on. */
  days: 31,
  /** Labels of one stretch that one call may replace. */
  replaces: 200,
  /** How long after a stop's end a user without further rights may label it. */
  userHours: 24,
  /** Entries that one machine may get in 24 hours. */
  perMachineAndDay: 1_000,
} as const

/** Why reasons cannot be stored, where, and as a sentence of the server. */
export type ReasonFault = { readonly at: string; readonly message: string }

/** The first reason why a list of reasons is no tree of two levels in which an alarm and a state have one owner. */
export function findReasonFault(reasons: readonly Reason[]): ReasonFault | null {
  if (reasons.length > reasonLimits.reasons) {
    const message = `A client has at most ${reasonLimits.reasons} reasons.`
    return { at: 'reasons', message }
  }
  const byId = new Map(reasons.map((reason) => [reason.id, reason]))
  const names = new Set<string>()
  const owners = new Map<string, Reason>()
  const seen = new Set<string>()
  for (const [index, reason] of reasons.entries()) {
    const { id, parent, name } = reason
    const fault = (field: string, message: string) => ({ at: `reasons.${index}.${field}`, message })
    if (seen.has(id)) return fault('id', `${name.en} has the id of another reason.`)
    seen.add(id)
    if (parent !== null) {
      const above = byId.get(parent)
      if (above === undefined) return fault('parent', `There is no reason above ${name.en}.`)
      if (above.parent !== null || parent === id) {
        return fault('parent', `${name.en} cannot be below ${above.name.en}: there are two levels.`)
      }
    }
    if (reason.overrunSeconds !== null && !reason.planned) {
      return fault('overrunSeconds', `${name.en} is unplanned and cannot be overrun.`)
    }
    if (reason.retired) continue
    const key = `${parent ?? ''} ${name.en.toLowerCase()}`
    if (names.has(key)) return fault('name.en', `There are two reasons named ${name.en}.`)
    names.add(key)
    const signs = [
      ...reason.alarms.map(({ kind, value }) => ({
        field: 'alarms',
        key: `${kind} ${value}`,
        value,
      })),
      ...reason.states.map((code) => ({ field: 'states', key: `state ${code}`, value: `${code}` })),
    ]
    for (const sign of signs) {
      const owner = owners.get(sign.key)
      if (owner !== undefined) {
        const both = owner === reason ? `twice of ${name.en}` : `of ${owner.name.en} and ${name.en}`
        return fault(sign.field, `${sign.value} is ${both}.`)
      }
      owners.set(sign.key, reason)
    }
  }
  return null
}

/** The tree in the one order in which it is stored and shown: each reason before those below it, by rank, then by name. */
export function reasonsInOrder<Given extends Reason>(reasons: readonly Given[]): Given[] {
  const sorted = reasons.toSorted(
    (a, b) => a.rank - b.rank || byText(a.name.en, b.name.en) || byText(a.id, b.id),
  )
  return sorted
    .filter(({ parent }) => parent === null)
    .flatMap((top) => [top, ...sorted.filter(({ parent }) => parent === top.id)])
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
