/** Limits of alerts (D94, D95). */
export const alertLimits = {
  rules: 200,
  nameLength: 80,
  textLength: 500,
  noteLength: 500,
  machines: 500,
  hours: 20,
  steps: 10,
  /** A step, a repetition, `for` and the time of a condition: at most a day. */
  seconds: 86_400,
  repeatSecondsAtLeast: 300,
  muteDays: 30,
  muteReasonLength: 200,
  /** An alert is cleared when its condition did not hold for so long. */
  clearMs: 60_000,
  /** A condition that comes to be known later than this after it was over is history. */
  lateMs: 120_000,
  /** What opens for a person in this time after a message goes out together at its end. */
  gatherMs: 60_000,
  linkHours: 24,
  backTestDays: 31,
  /** Openings a day from which the editor warns, and from which it requires *anyway*. */
  manyADay: 5,
  tooManyADay: 100,
  hooks: 20,
  hookNameLength: 80,
  addresses: 50,
  devicesOfPerson: 10,
  /** Alerts of the history stay for so many days. */
  historyDays: 400,
} as const

/** What a rule looks at, a closed list. All times are seconds of the source's clock. */
export const alertKinds = [
  'stoppedLonger',
  'lineStoppedLonger',
  'offlineLonger',
  'inState',
  'alarm',
  'speedUnder',
  'rejectsOver',
  'oeeeUnder',
  'behindPlan',
  'plannedOverrun',
  'withoutReason',
  'setAside',
  'clockOff',
  'recorderSilent',
  'recorderFilling',
  'backupOverdue',
  'helpCalled',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** Kinds that follow from stored records alone: they can be tested against the past. */
export const backTestedKinds = [
  'stoppedLonger',
  'lineStoppedLonger',
  'offlineLonger',
  'inState',
  'alarm',
  'speedUnder',
  'rejectsOver',
  'oeeeUnder',
  'behindPlan',
  'plannedOverrun',
  'withoutReason',
] as const satisfies readonly AlertKind[]

export const isBackTested = (kind: AlertKind) => backTestedKinds.some((one) => one === kind)

export type AlertCondition =
  | {
      /** One stop (D18) with more than so much observed time. */
      readonly kind: 'stoppedLonger'
      readonly seconds: number
      /** Only with this reason of the client. */
      readonly reasonId?: string | undefined
      /** Only with a first-out alarm of this group. */
      readonly alarmGroup?: string | undefined
      /** `own`: not in an external state; `external`: in one. */
      readonly side?: 'own' | 'external' | undefined
      /** Only while nobody gave a reason. */
      readonly withoutReason?: boolean | undefined
    }
  | {
      /** The key station of a line is down (D102) for longer; it opens at the machine whose stop brought it down. */
      readonly kind: 'lineStoppedLonger'
      readonly seconds: number
      /** `own`: the root is a machine of the key station; `inherited`: another one, or outside the line. */
      readonly side?: 'own' | 'inherited' | undefined
      /** Only with this root, by its serial number. */
      readonly rootMachineId?: string | undefined
    }
  | { readonly kind: 'offlineLonger'; readonly seconds: number }
  | {
      readonly kind: 'inState'
      /** Codes of states (D12). */
      readonly states: readonly number[]
      readonly seconds: number
    }
  | {
      readonly kind: 'alarm'
      readonly group?: string | undefined
      readonly text?: string | undefined
      /** So many alarms… */
      readonly times: number
      /** …in so many minutes; one alarm needs none. */
      readonly minutes?: number | undefined
    }
  | {
      /** It runs, and its speed is under x % of the target, for so long. */
      readonly kind: 'speedUnder'
      readonly percent: number
      readonly seconds: number
    }
  | {
      /** More than x % of the last so many packs were rejected. */
      readonly kind: 'rejectsOver'
      readonly percent: number
      readonly packs: number
    }
  | {
      /** OEEE of the running shift, from its second hour on. */
      readonly kind: 'oeeeUnder'
      readonly percent: number
    }
  | {
      /** The running shift made so many packs less than were due. */
      readonly kind: 'behindPlan'
      readonly packs: number
    }
  /** A stop with a planned reason took longer than the reason allows (D74). */
  | { readonly kind: 'plannedOverrun' }
  /** At the end of a shift more than x % of its stop time has no reason. */
  | { readonly kind: 'withoutReason'; readonly percent: number }
  | {
      /** So many records of a machine were set aside in so many minutes. */
      readonly kind: 'setAside'
      readonly records: number
      readonly minutes: number
    }
  | { readonly kind: 'clockOff'; readonly seconds: number }
  | { readonly kind: 'recorderSilent'; readonly seconds: number }
  | { readonly kind: 'recorderFilling'; readonly percent: number }
  | { readonly kind: 'backupOverdue' }
  /** A person calls for help at a machine (D96): the rule says who is informed. */
  | { readonly kind: 'helpCalled' }

/** Hours of the client's zone on days of the week; one that ends at or before it begins ends on the next day. */
export type AlertHours = {
  /** 1 is Monday. */
  readonly days: readonly number[]
  /** `06:00`. */
  readonly from: string
  readonly to: string
}

export type AlertMachines =
  | 'all'
  | readonly string[]
  | { readonly lineName: string }
  | { readonly machineTypeId: number }

export const alertSeverities = ['info', 'warning', 'critical'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

export const alertChannels = ['person', 'role', 'mail', 'hook', 'mqtt'] as const
export type AlertChannel = (typeof alertChannels)[number]

/** Who is informed, and how long after the alert opened. */
export type AlertStep = {
  readonly afterSeconds: number
  /**
   * `person`: a user by number, `role`: all of a client with this user group, both by the channels that each person chose; `mail`: a confirmed
   * address of the client by number; `hook`, `mqtt`: a webhook or a broker of the client by number.
   */
  readonly channel: AlertChannel
  readonly to: number
}

export type AlertRule = {
  readonly name: string
  readonly enabled: boolean
  readonly condition: AlertCondition
  /** The condition must hold so long without a pause before the alert opens. */
  readonly forSeconds?: number | undefined
  /** Part of each message. */
  readonly text?: string | undefined
  readonly machines: AlertMachines
  readonly when: 'always' | 'planned' | readonly AlertHours[]
  readonly severity: AlertSeverity
  readonly steps: readonly AlertStep[]
  /** The last step again, until a person acknowledges. */
  readonly repeatSeconds?: number | undefined
}

/** What an alert is raised by: a rule, or a person who calls for help (D96). */
export const alertOrigins = ['rule', 'help'] as const
export type AlertOrigin = (typeof alertOrigins)[number]
