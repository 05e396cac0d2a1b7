/** The languages of the screens, each by its own name, and the customs of the country that its dates follow. */
export const languages = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de-DE' },
  it: { name: 'Italiano', locale: 'it-IT' },
  es: { name: 'Español', locale: 'es-ES' },
  fr: { name: 'Français', locale: 'fr-FR' },
} as const

export type Language = keyof typeof languages

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)

/** The first of the user's languages that the screens support: `de-AT` is German; English when there is none. */
export function firstSpoken(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0] ?? ''
    if (isLanguage(language)) return language
  }
  return 'en'
}
