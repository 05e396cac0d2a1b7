import { noFigure, type SourceState } from '@packboard/model'
import { useKnownNow } from '../../api/useKnownNow.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { type Say, useTexts } from '../../i18n/useTexts.ts'

/** How long ago something was, counted on. */
export function Age({ at }: { at: Date | null }) {
  const say = useTexts('sources')
  return useKnownNow((now) => ageText(say, at, now))
}

/** The state of a source in a word or two. */
export const sourceStateWord = (say: Say<'sources'>, state: SourceState): string =>
  say(`state.${state}`)

/** `48 s`, `12 min`, `3 h`, `5 days`: how long ago something was. */
export function ageText(say: Say<'sources'>, at: Date | null, now: number): string {
  if (at === null) return noFigure
  const seconds = Math.max(0, Math.round((now - at.getTime()) / 1_000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`
  const days = Math.floor(seconds / 86_400)
  return say('days', { days, count: formatCount(days) })
}
