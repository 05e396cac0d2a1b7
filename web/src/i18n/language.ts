import { listeners } from '../listeners.ts'
import type { Catalogue } from './catalogue.ts'
import { firstSpoken, isLanguage, type Language } from './languages.ts'
import { entryTexts } from './locales/en/entryTexts.ts'
import { loadedTexts, loadTexts, type TextPart } from './textParts.ts'

/** The language of this browser's screens and those of its texts that were needed so far. */
export type Spoken = {
  readonly language: Language
  readonly texts: Partial<Catalogue>
  readonly parts: ReadonlySet<TextPart>
}

const key = 'packboard.language'

let wanted: Language = 'en'
const needed = new Set<TextPart>(['entry'])
let spoken: Spoken = { language: 'en', texts: entryTexts, parts: new Set(needed) }
const { watch, notify } = listeners()

export const currentLanguage = () => spoken

/** Calls back when the language changes, and when more of its texts were loaded. */
export const watchLanguage = watch

/** Changes the language. While it cannot be loaded, the previous one stays. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language
  try {
    // A page may need more while it loads; when another language was chosen meanwhile, the last choice counts.
    while (wanted === language && !speak(language)) await loadTexts(language, needed)
    if (wanted === language) document.documentElement.lang = language
  } catch (error) {
    if (wanted === language) wanted = spoken.language
    throw error
  }
}

/** Loads texts that a page needs; its screen may be drawn after that. */
export async function needTexts(...parts: readonly TextPart[]): Promise<void> {
  for (const part of parts) needed.add(part)
  try {
    while (!parts.every((part) => spoken.parts.has(part))) {
      const { language } = spoken
      await loadTexts(language, needed)
      if (spoken.language === language) speak(language)
    }
  } catch (error) {
    for (const part of parts) if (!spoken.parts.has(part)) needed.delete(part)
    throw error
  }
}

/** False while a text that is needed is missing. */
function speak(language: Language): boolean {
  const texts = loadedTexts(language, needed)
  if (texts === undefined) return false
  spoken = { language, texts, parts: new Set(needed) }
  notify()
  return true
}

/** Changes the language and remembers it in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language)
  localStorage.setItem(key, language)
}

/** What was chosen here before, else the first of the browser's languages that is supported. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(key) ?? ''
  return isLanguage(chosen) ? chosen : firstSpoken(navigator.languages)
}
