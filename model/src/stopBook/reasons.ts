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
