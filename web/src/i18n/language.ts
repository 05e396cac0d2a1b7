import { firstSpoken, isLanguage, type Language } from '@packboard/model'
import { listeners } from '../listeners.ts'
import type { Catalogue } from './catalogue.ts'
import { entryTexts } from './locales/en/entryTexts.ts'

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

/** A screen comes with the texts that it needs, so that it is drawn once. */
export async function withTexts<Screen>(
  screen: Promise<Screen>,
  ...parts: TextPart[]
): Promise<Screen> {
  const [loaded] = await Promise.all([screen, needTexts(...parts)])
  return loaded
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

/**
 * The texts come in several files per language, as the pages need them: what the pages before the sign-in and the frame
 * show, what the tiles and the overview show, what all other pages share, and the texts of one subject each. Only the first
 * of English comes with the page. A file with one subject is loaded as it is: its text is what it exports.
 */
const files = {
  entry: async (language) => (await import(`./locales/${language}/entryTexts.ts`)).entryTexts,
  machines: async (language) =>
    (await import(`./locales/${language}/machineTexts.ts`)).machineTexts,
  further: async (language) => (await import(`./locales/${language}/furtherTexts.ts`)).furtherTexts,
  panel: async (language) => (await import(`./locales/${language}/panelTexts.ts`)).panelTexts,
  companyPanel: (language) => import(`./locales/${language}/companyPanel.ts`),
  compare: (language) => import(`./locales/${language}/compare.ts`),
  definitions: (language) => import(`./locales/${language}/definitions.ts`),
  errors: (language) => import(`./locales/${language}/errors.ts`),
  plan: (language) => import(`./locales/${language}/plan.ts`),
  stopBook: (language) => import(`./locales/${language}/stopBook.ts`),
  recordFiles: (language) => import(`./locales/${language}/recordFiles.ts`),
  help: (language) => import(`./locales/${language}/help.ts`),
  account: (language) => import(`./locales/${language}/account.ts`),
  alerts: (language) => import(`./locales/${language}/alerts.ts`),
  alertRules: async (language) => ({
    ...(await import(`./locales/${language}/alertRules.ts`)),
    ...(await import(`./locales/${language}/alertChannels.ts`)),
  }),
  reports: (language) => import(`./locales/${language}/reports.ts`),
  notifications: (language) => import(`./locales/${language}/notifications.ts`),
  alarmStatistics: (language) => import(`./locales/${language}/alarmStatistics.ts`),
  installations: (language) => import(`./locales/${language}/installations.ts`),
  settings: (language) => import(`./locales/${language}/settings.ts`),
  line: (language) => import(`./locales/${language}/line.ts`),
  lines: (language) => import(`./locales/${language}/lines.ts`),
  losses: (language) => import(`./locales/${language}/losses.ts`),
  programs: (language) => import(`./locales/${language}/programs.ts`),
  palette: (language) => import(`./locales/${language}/palette.ts`),
  savedViews: (language) => import(`./locales/${language}/savedViews.ts`),
  shift: (language) => import(`./locales/${language}/shift.ts`),
  shiftPage: (language) => import(`./locales/${language}/shiftPage.ts`),
  shiftProgress: (language) => import(`./locales/${language}/shiftProgress.ts`),
} satisfies Record<string, (language: Language) => Promise<Partial<Catalogue>>>

export type TextPart = keyof typeof files

const loaded = new Map<Language, Map<TextPart, Partial<Catalogue>>>([
  ['en', new Map([['entry', entryTexts]])],
])

const isLoaded = (language: Language, part: TextPart) => loaded.get(language)?.has(part) ?? false

/** These parts of a language in one; undefined while one of them was not loaded. */
function loadedTexts(
  language: Language,
  parts: ReadonlySet<TextPart>,
): Partial<Catalogue> | undefined {
  if (![...parts].every((part) => isLoaded(language, part))) return undefined
  return Object.assign({}, ...(loaded.get(language)?.values() ?? []))
}

/** Loads what is missing of these parts. */
async function loadTexts(language: Language, parts: ReadonlySet<TextPart>): Promise<void> {
  const missing = [...parts].filter((part) => !isLoaded(language, part))
  const came = await Promise.all(
    missing.map(async (part) => [part, await files[part](language)] as const),
  )
  const known = loaded.get(language) ?? new Map<TextPart, Partial<Catalogue>>()
  loaded.set(language, known)
  for (const [part, texts] of came) known.set(part, texts)
}
