import { type AlertRulesAnswer, type AlertRuleWire, alertRule } from '@packboard/contract'
import { type AlertKind, alertLimits } from '@packboard/model'

/** A rule as it is edited; numbers that were not typed whole are NaN. */
export type RuleDraft = AlertRuleWire & { readonly id: string }
type Condition = AlertRuleWire['condition']

/** What a kind of rule begins with: what a plant would choose most often. */
const conditions: { readonly [Kind in AlertKind]: Extract<Condition, { kind: Kind }> } = {
  stoppedLonger: { kind: 'stoppedLonger', seconds: 600 },
  lineStoppedLonger: { kind: 'lineStoppedLonger', seconds: 600 },
  offlineLonger: { kind: 'offlineLonger', seconds: 900 },
  inState: { kind: 'inState', states: [], seconds: 300 },
  alarm: { kind: 'alarm', times: 1 },
  speedUnder: { kind: 'speedUnder', percent: 80, seconds: 1_200 },
  rejectsOver: { kind: 'rejectsOver', percent: 3, packs: 500 },
  oeeeUnder: { kind: 'oeeeUnder', percent: 75 },
  behindPlan: { kind: 'behindPlan', packs: 5_000 },
  plannedOverrun: { kind: 'plannedOverrun' },
  withoutReason: { kind: 'withoutReason', percent: 25 },
  setAside: { kind: 'setAside', records: 100, minutes: 60 },
  clockOff: { kind: 'clockOff', seconds: 60 },
  recorderSilent: { kind: 'recorderSilent', seconds: 300 },
  recorderFilling: { kind: 'recorderFilling', percent: 80 },
  backupOverdue: { kind: 'backupOverdue' },
  helpCalled: { kind: 'helpCalled' },
}

export const newCondition = (kind: AlertKind): Condition => conditions[kind]

/** Kinds that have nothing to do with planned time. */
const always: readonly AlertKind[] = [
  'setAside',
  'clockOff',
  'recorderSilent',
  'recorderFilling',
  'backupOverdue',
  'helpCalled',
]
export const newWhen = (kind: AlertKind) => (always.includes(kind) ? 'always' : 'planned')

/** A rule that is added: stopped longer than 10 minutes in planned time, to the person who adds it, at once. */
export const newRule = (me: number | null): RuleDraft => ({
  id: crypto.randomUUID(),
  name: '',
  enabled: true,
  condition: newCondition('stoppedLonger'),
  machines: 'all',
  when: newWhen('stoppedLonger'),
  severity: 'warning',
  steps: me === null ? [] : [{ afterSeconds: 0, channel: 'person', to: me }],
})

/** A stored rule as it is sent: without what became of it. */
export function ruleOnWire(rule: AlertRulesAnswer['rules'][number]): RuleDraft {
  const { last30Days: _counts, mute: _mute, ...whole } = rule
  return whole
}

export type RuleFault = 'time' | 'number' | 'states' | 'machines' | 'hours' | 'name' | 'steps'

/** What keeps a rule from being saved, by the part of it; null when it is whole. */
export function ruleFault(rule: AlertRuleWire): RuleFault | null {
  const checked = alertRule.safeParse(rule)
  if (checked.success) return null
  const [place, ...rest] = checked.error.issues[0]?.path ?? []
  if (place === 'condition') {
    if (rest.includes('states')) return 'states'
    return rest.includes('seconds') ? 'time' : 'number'
  }
  if (place === 'forSeconds' || place === 'repeatSeconds') return 'time'
  if (place === 'machines') return 'machines'
  if (place === 'when') return 'hours'
  return place === 'steps' ? 'steps' : 'name'
}

const units = { s: 1, min: 60, h: 3_600 } as const
const typedTime = /^\s*(\d+(?:[.,]\d+)?)\s*(s|sec|m|min|h|std|ore)?\.?\s*$/i

/** Seconds of `5 min`, `90 s`, `2 h`; minutes where no unit stands. NaN for anything else. */
export function readTime(typed: string): number {
  const found = typedTime.exec(typed)
  if (!found) return Number.NaN
  const unit = (found[2] ?? 'min').toLowerCase()
  const factor =
    unit.startsWith('s') && unit !== 'std' ? units.s : /^m/.test(unit) ? units.min : units.h
  const seconds = Math.round(Number((found[1] ?? '').replace(',', '.')) * factor)
  return seconds >= 0 && seconds <= alertLimits.seconds ? seconds : Number.NaN
}

/** `5 min`, `90 s`, `2 h`. */
export function timeText(seconds: number): string {
  if (Number.isNaN(seconds)) return ''
  if (seconds >= units.h && seconds % units.h === 0) return `${seconds / units.h} h`
  return seconds % units.min === 0 ? `${seconds / units.min} min` : `${seconds} s`
}

/** More than so many openings of one day want a person who says *anyway*. */
export const wantsAnyway = (perDay: number) => perDay > alertLimits.tooManyADay
export const isManyADay = (perDay: number) => perDay > alertLimits.manyADay
