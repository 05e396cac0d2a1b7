import { plain, spoken } from '../i18n/spoken.tsx'
import { useLocale } from '../i18n/useLocale.ts'

/** The labels of the specification are to the letter; where a language needs more room for them their end is only heard. */
export function useUnits() {
  const locale = useLocale()
  return locale === 'en-GB' || locale === 'de-DE' ? plain : spoken
}
