import type { AlertRulesAnswer, AlertRuleWire } from '@packboard/contract'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import type { Say } from '../../i18n/useTexts.ts'
import { timeText } from './ruleDraft.ts'

type Recipients = AlertRulesAnswer['recipients']
type Step = AlertRuleWire['steps'][number]

const percentText = (percent: number) => `${formatDecimals(percent, 0, 1)} %`

/** The name that a rule has until a person gives it another one: `Stopped longer than 10 min`. */
export function conditionName(
  condition: AlertRuleWire['condition'],
  say: Say<'alertRules'>,
  sayState: Say<'states'>,
): string {
  switch (condition.kind) {
    case 'lineStoppedLonger': {
      const { rootMachineId: machine } = condition
      const time = timeText(condition.seconds)
      return machine === undefined
        ? say('name.lineStoppedLonger', { time })
        : say('name.lineStoppedBy', { time, machine })
    }
    case 'stoppedLonger':
    case 'offlineLonger':
    case 'clockOff':
    case 'recorderSilent':
      return say(`name.${condition.kind}`, { time: timeText(condition.seconds) })
    case 'inState': {
      const states = condition.states.map((code) => stateWord(code, sayState)).join(', ')
      return say('name.inState', { states, time: timeText(condition.seconds) })
    }
    case 'alarm': {
      const what = condition.text ?? condition.group ?? say('name.anyAlarm')
      const { times, minutes } = condition
      return minutes === undefined
        ? say('name.alarm', { what })
        : say('name.alarmTimes', { what, times, minutes })
    }
    case 'speedUnder':
      return say('name.speedUnder', {
        percent: percentText(condition.percent),
        time: timeText(condition.seconds),
      })
    case 'rejectsOver':
      return say('name.rejectsOver', {
        percent: percentText(condition.percent),
        packs: formatCount(condition.packs),
      })
    case 'behindPlan':
      return say('name.behindPlan', { packs: formatCount(condition.packs) })
    case 'setAside': {
      const { records, minutes } = condition
      return say('name.setAside', { records: formatCount(records), minutes })
    }
    case 'oeeeUnder':
    case 'withoutReason':
    case 'recorderFilling':
      return say(`name.${condition.kind}`, { percent: percentText(condition.percent) })
    case 'plannedOverrun':
    case 'backupOverdue':
    case 'helpCalled':
      return say(`name.${condition.kind}`)
  }
}

/** Which machines, and when: `Line 1, planned time`. */
export function scopeWords(
  { machines, when }: Pick<AlertRuleWire, 'machines' | 'when'>,
  say: Say<'alertRules'>,
  typeName: (id: number) => string,
): string {
  const whenWords = say(typeof when === 'string' ? when : 'hours')
  return say('where', { machines: machinesWords(machines, say, typeName), when: whenWords })
}

const mostNamed = 3

export function machinesWords(
  machines: AlertRuleWire['machines'],
  say: Say<'alertRules'>,
  typeName: (id: number) => string,
): string {
  if (machines === 'all') return say('allMachines')
  if ('lineName' in machines) return machines.lineName
  if ('machineTypeId' in machines) return say('typeOf', { type: typeName(machines.machineTypeId) })
  return machines.length <= mostNamed
    ? machines.join(', ')
    : say('machineCount', { count: machines.length })
}

/** The name of whom a step informs; who is no longer there says so. */
export function recipientName(
  { channel, to }: Pick<Step, 'channel' | 'to'>,
  { people, roles, mails, hooks }: Recipients,
  say: Say<'alertRules'>,
): string {
  const gone = say('gone')
  switch (channel) {
    case 'person':
      return people.find(({ id }) => id === to)?.name ?? gone
    case 'role':
      return roles.includes(to) ? roleName(to, say) : gone
    case 'mail':
      return mails.find(({ id }) => id === to)?.address ?? gone
    default:
      return hooks.find(({ id }) => id === to)?.name ?? gone
  }
}

const roles = [1, 2, 3, 4, 6] as const

export function roleName(group: number, say: Say<'alertRules'>): string {
  const known = roles.find((role) => role === group)
  return known === undefined ? say('gone') : say(`role.${known}`)
}

/** Who is informed, in the order of the steps: `P. Nowak, then M. Hughes after 10 min`. */
export function informsWords(
  steps: readonly Step[],
  recipients: Recipients,
  say: Say<'alertRules'>,
): string {
  const ordered = steps.toSorted((a, b) => a.afterSeconds - b.afterSeconds)
  const words = ordered.map((step) => {
    const who = recipientName(step, recipients, say)
    return step.afterSeconds === 0
      ? who
      : say('afterTime', { who, time: timeText(step.afterSeconds) })
  })
  if (words.length === 0) return say('informsNobody')
  return words.reduce((who, next) => say('andThen', { who, next }))
}
