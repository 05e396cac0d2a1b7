import { languages } from '@packboard/model'
import { useSyncExternalStore } from 'react'
import { currentLanguage, watchLanguage } from './language.ts'

export type Locale = (typeof languages)[keyof typeof languages]['locale']

/**
 * The customs by which dates and numbers are written where neither the specification nor the design fixes a format:
 * `en-GB`, `de-DE`. What they fix (`21-11-2026 14:32:10`, `7h 53m`) comes from the model.
 */
export function useLocale(): Locale {
  return languages[useSyncExternalStore(watchLanguage, currentLanguage).language].locale
}
