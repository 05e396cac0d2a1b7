import type { Catalogue } from './catalogue.ts'
import { firstSpoken, isLanguage, type Language } from './languages.ts'
import { en } from './locales/en/en.ts'

/** The language of this browser's screens and its texts. */
export type Spoken = { readonly language: Language; readonly texts: Catalogue }

const key = 'packboard.language'

/** English comes with the page; each other language is a file of its own, loaded when it is chosen. */
const others: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: async () => (await import('./locales/de/de.ts')).de,
  it: async () => (await import('./locales/it/it.ts')).it,
  es: async () => (await import('./locales/es/es.ts')).es,
  fr: async () => (await import('./locales/fr/fr.ts')).fr,
}

let spoken: Spoken = { language: 'en', texts: en }
let wanted: Language = 'en'
const listeners = new Set<() => void>()

export const currentLanguage = () => spoken

/** Calls back when the language changes. */
export function watchLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes the language. While it cannot be loaded, the previous one stays. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language
  const texts = language === 'en' ? en : await others[language]()
  // Another language was chosen meanwhile: the last choice counts.
  if (wanted !== language) return
  spoken = { language, texts }
  document.documentElement.lang = language
  for (const listener of listeners) listener()
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
