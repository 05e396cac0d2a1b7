import { useTexts } from '../../i18n/useTexts.ts'
import { useNow } from '../../time/useNow.ts'
import { ageText } from './sourceTexts.ts'

/** How long ago something was, counted on. */
export function Age({ at }: { at: Date | null }) {
  const say = useTexts('sources')
  return useNow((now) => ageText(say, at, now))
}
