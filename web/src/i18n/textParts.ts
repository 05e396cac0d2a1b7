import type { Catalogue } from './catalogue.ts'
import type { Language } from './languages.ts'
import { entryTexts } from './locales/en/entryTexts.ts'

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
  compare: (language) => import(`./locales/${language}/compare.ts`),
  plan: (language) => import(`./locales/${language}/plan.ts`),
  stopBook: (language) => import(`./locales/${language}/stopBook.ts`),
  recordFiles: (language) => import(`./locales/${language}/recordFiles.ts`),
  help: (language) => import(`./locales/${language}/help.ts`),
  alarmStatistics: (language) => import(`./locales/${language}/alarmStatistics.ts`),
  installations: (language) => import(`./locales/${language}/installations.ts`),
  lines: (language) => import(`./locales/${language}/lines.ts`),
  palette: (language) => import(`./locales/${language}/palette.ts`),
  savedViews: (language) => import(`./locales/${language}/savedViews.ts`),
  shiftProgress: (language) => import(`./locales/${language}/shiftProgress.ts`),
} satisfies Record<string, (language: Language) => Promise<Partial<Catalogue>>>

export type TextPart = keyof typeof files

const loaded = new Map<Language, Map<TextPart, Partial<Catalogue>>>([
  ['en', new Map([['entry', entryTexts]])],
])

const isLoaded = (language: Language, part: TextPart) => loaded.get(language)?.has(part) ?? false

/** These parts of a language in one; undefined while one of them was not loaded. */
export function loadedTexts(
  language: Language,
  parts: ReadonlySet<TextPart>,
): Partial<Catalogue> | undefined {
  if (![...parts].every((part) => isLoaded(language, part))) return undefined
  return Object.assign({}, ...(loaded.get(language)?.values() ?? []))
}

/** Loads what is missing of these parts. */
export async function loadTexts(language: Language, parts: ReadonlySet<TextPart>): Promise<void> {
  const missing = [...parts].filter((part) => !isLoaded(language, part))
  const came = await Promise.all(
    missing.map(async (part) => [part, await files[part](language)] as const),
  )
  const known = loaded.get(language) ?? new Map<TextPart, Partial<Catalogue>>()
  loaded.set(language, known)
  for (const [part, texts] of came) known.set(part, texts)
}
