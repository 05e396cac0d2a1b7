import { noFigure, type QuarantineReason } from '@packboard/model'
import { formatDecimals } from '../../i18n/formatNumber.ts'
import type { Say } from '../../i18n/useTexts.ts'

const sources = ['http', 'mqttJson', 'packmlTags', 'sparkplug', 'opcua', 'mqtt', 'file'] as const

/** Why a record was quarantined. */
export function reasonWord(say: Say<'quarantine'>, reason: QuarantineReason): string {
  return say(`reason.${reason}`)
}

/** The transport of a record; one that the screens do not know is shown as it was stored. */
export function sourceWord(say: Say<'quarantine'>, word: string): string {
  const source = sources.find((each) => each === word)
  return source === undefined ? word : say(`source.${source}`)
}

/** Nearer than this a clock is right: the way of a record takes as long. */
const onTimeMs = 100

/** `0.3 s behind`, `20 s ahead`, `on time`: how a machine's clock goes; positive milliseconds are behind. */
export function clockText(say: Say<'quarantine'>, skewMs: number | null): string {
  if (skewMs === null) return noFigure
  const away = Math.abs(skewMs)
  if (away < onTimeMs) return say('onTime')
  const amount = amountOf(away / 1_000)
  return skewMs > 0 ? say('behind', { amount }) : say('ahead', { amount })
}

function amountOf(seconds: number): string {
  if (seconds < 9.95) return `${formatDecimals(seconds, 1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3_600)} h`
}
