import { useSyncExternalStore } from 'react'
import type { Feature } from './catalogue.ts'
import { currentLanguage, watchLanguage } from './language.ts'
import { type Say, sayIn } from './sayIn.ts'

/** The texts of a feature for a part of the screen, which is drawn again when another language is chosen. */
export function useTexts<Name extends Feature>(feature: Name): Say<Name> {
  return sayIn(useSyncExternalStore(watchLanguage, currentLanguage), feature)
}

/** The texts of a feature outside of drawing: in what happens after a press, in a failure. Never kept in a constant. */
export function textsOf<Name extends Feature>(feature: Name): Say<Name> {
  return sayIn(currentLanguage(), feature)
}
