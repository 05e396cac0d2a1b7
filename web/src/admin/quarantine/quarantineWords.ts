import type { QuarantineReason } from '@packboard/model'
import type { Say } from '../../i18n/sayIn.ts'

const sources = ['http', 'mqttJson', 'packmlTags', 'mqtt'] as const

/** Why a record was kept aside. */
export function reasonWord(say: Say<'quarantine'>, reason: QuarantineReason): string {
  return say(`reason.${reason}`)
}

/** The way a record came; one that the screens do not know stands as it was written down. */
export function sourceWord(say: Say<'quarantine'>, word: string): string {
  const source = sources.find((each) => each === word)
  return source === undefined ? word : say(`source.${source}`)
}
