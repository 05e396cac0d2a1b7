import type { AlertWire } from '@packboard/contract'
import { formatTimeInState } from '@packboard/model'
import type { Say } from '../i18n/useTexts.ts'

/** What an alert is about, without its machine: the name of its rule, or that a person called for help. */
export const alertRuleWords = (
  { origin, ruleName }: Pick<AlertWire, 'origin' | 'ruleName'>,
  say: Say<'alerts'>,
): string => (origin === 'help' ? say('callForHelp') : ruleName)

/** `FW-201: Stopped longer than 5 min`. */
export function alertName(
  alert: Pick<AlertWire, 'origin' | 'ruleName' | 'machineId'>,
  say: Say<'alerts'>,
): string {
  const rule = alertRuleWords(alert, say)
  return alert.machineId === null ? rule : say('named', { machine: alert.machineId, rule })
}

/** How long it has lasted, by the clock of the source; `now` of the server while it is open. */
export const alertSeconds = (
  { openedAt, clearedAt }: Pick<AlertWire, 'openedAt' | 'clearedAt'>,
  now: number,
): number => Math.max(0, ((clearedAt?.getTime() ?? now) - openedAt.getTime()) / 1_000)

/** `6m 41s` */
export const alertLength = (
  alert: Pick<AlertWire, 'openedAt' | 'clearedAt'>,
  now: number,
): string => formatTimeInState(alertSeconds(alert, now))

const reasons = [
  'acknowledged',
  'cleared',
  'muted',
  'withdrawn',
  'noAccess',
  'off',
  'quiet',
  'noDevice',
  'notConfirmed',
  'away',
  'gone',
  'expired',
  'privateAddress',
  'secretLost',
] as const

/** Why a message was not sent; a code without words of its own stands as it is. */
export function whyWords(why: string, say: Say<'alerts'>): string {
  const known = reasons.find((reason) => reason === why)
  return known ? say(`why.${known}`) : say('why.other', { code: why === '' ? '–' : why })
}
