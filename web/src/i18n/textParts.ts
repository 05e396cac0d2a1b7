import type { Catalogue } from './catalogue.ts'
import type { Language } from './languages.ts'
import { entryTexts } from './locales/en/entryTexts.ts'

/**
 * The texts come in several files per language, as the pages need them: what the pages before the sign-in and the frame
 * show, what the tiles and the overview show, what all other pages share, and the texts of one subject each. Only the first
 * of English comes with the page.
 */
export type TextPart =
  | 'entry'
  | 'machines'
  | 'further'
  | 'panel'
  | 'compare'
  | 'plan'
  | 'stopBook'
  | 'recordFiles'
  | 'help'
  | 'alarmStatistics'
  | 'installations'
  | 'lines'
  | 'palette'
  | 'savedViews'
  | 'shiftProgress'

type Load = () => Promise<Partial<Catalogue>>

/** A file with one subject is loaded as it is: its text is what it exports. */
const files: Record<Language, Record<TextPart, Load>> = {
  en: {
    entry: async () => entryTexts,
    machines: async () => (await import('./locales/en/machineTexts.ts')).machineTexts,
    further: async () => (await import('./locales/en/furtherTexts.ts')).furtherTexts,
    panel: async () => (await import('./locales/en/panelTexts.ts')).panelTexts,
    compare: () => import('./locales/en/compare.ts'),
    plan: () => import('./locales/en/plan.ts'),
    stopBook: () => import('./locales/en/stopBook.ts'),
    recordFiles: () => import('./locales/en/recordFiles.ts'),
    help: () => import('./locales/en/help.ts'),
    alarmStatistics: () => import('./locales/en/alarmStatistics.ts'),
    installations: () => import('./locales/en/installations.ts'),
    lines: () => import('./locales/en/lines.ts'),
    palette: () => import('./locales/en/palette.ts'),
    savedViews: () => import('./locales/en/savedViews.ts'),
    shiftProgress: () => import('./locales/en/shiftProgress.ts'),
  },
  de: {
    entry: async () => (await import('./locales/de/entryTexts.ts')).entryTexts,
    machines: async () => (await import('./locales/de/machineTexts.ts')).machineTexts,
    further: async () => (await import('./locales/de/furtherTexts.ts')).furtherTexts,
    panel: async () => (await import('./locales/de/panelTexts.ts')).panelTexts,
    compare: () => import('./locales/de/compare.ts'),
    plan: () => import('./locales/de/plan.ts'),
    stopBook: () => import('./locales/de/stopBook.ts'),
    recordFiles: () => import('./locales/de/recordFiles.ts'),
    help: () => import('./locales/de/help.ts'),
    alarmStatistics: () => import('./locales/de/alarmStatistics.ts'),
    installations: () => import('./locales/de/installations.ts'),
    lines: () => import('./locales/de/lines.ts'),
    palette: () => import('./locales/de/palette.ts'),
    savedViews: () => import('./locales/de/savedViews.ts'),
    shiftProgress: () => import('./locales/de/shiftProgress.ts'),
  },
  it: {
    entry: async () => (await import('./locales/it/entryTexts.ts')).entryTexts,
    machines: async () => (await import('./locales/it/machineTexts.ts')).machineTexts,
    further: async () => (await import('./locales/it/furtherTexts.ts')).furtherTexts,
    panel: async () => (await import('./locales/it/panelTexts.ts')).panelTexts,
    compare: () => import('./locales/it/compare.ts'),
    plan: () => import('./locales/it/plan.ts'),
    stopBook: () => import('./locales/it/stopBook.ts'),
    recordFiles: () => import('./locales/it/recordFiles.ts'),
    help: () => import('./locales/it/help.ts'),
    alarmStatistics: () => import('./locales/it/alarmStatistics.ts'),
    installations: () => import('./locales/it/installations.ts'),
    lines: () => import('./locales/it/lines.ts'),
    palette: () => import('./locales/it/palette.ts'),
    savedViews: () => import('./locales/it/savedViews.ts'),
    shiftProgress: () => import('./locales/it/shiftProgress.ts'),
  },
  es: {
    entry: async () => (await import('./locales/es/entryTexts.ts')).entryTexts,
    machines: async () => (await import('./locales/es/machineTexts.ts')).machineTexts,
    further: async () => (await import('./locales/es/furtherTexts.ts')).furtherTexts,
    panel: async () => (await import('./locales/es/panelTexts.ts')).panelTexts,
    compare: () => import('./locales/es/compare.ts'),
    plan: () => import('./locales/es/plan.ts'),
    stopBook: () => import('./locales/es/stopBook.ts'),
    recordFiles: () => import('./locales/es/recordFiles.ts'),
    help: () => import('./locales/es/help.ts'),
    alarmStatistics: () => import('./locales/es/alarmStatistics.ts'),
    installations: () => import('./locales/es/installations.ts'),
    lines: () => import('./locales/es/lines.ts'),
    palette: () => import('./locales/es/palette.ts'),
    savedViews: () => import('./locales/es/savedViews.ts'),
    shiftProgress: () => import('./locales/es/shiftProgress.ts'),
  },
  fr: {
    entry: async () => (await import('./locales/fr/entryTexts.ts')).entryTexts,
    machines: async () => (await import('./locales/fr/machineTexts.ts')).machineTexts,
    further: async () => (await import('./locales/fr/furtherTexts.ts')).furtherTexts,
    panel: async () => (await import('./locales/fr/panelTexts.ts')).panelTexts,
    compare: () => import('./locales/fr/compare.ts'),
    plan: () => import('./locales/fr/plan.ts'),
    stopBook: () => import('./locales/fr/stopBook.ts'),
    recordFiles: () => import('./locales/fr/recordFiles.ts'),
    help: () => import('./locales/fr/help.ts'),
    alarmStatistics: () => import('./locales/fr/alarmStatistics.ts'),
    installations: () => import('./locales/fr/installations.ts'),
    lines: () => import('./locales/fr/lines.ts'),
    palette: () => import('./locales/fr/palette.ts'),
    savedViews: () => import('./locales/fr/savedViews.ts'),
    shiftProgress: () => import('./locales/fr/shiftProgress.ts'),
  },
}

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
    missing.map(async (part) => [part, await files[language][part]()] as const),
  )
  const known = loaded.get(language) ?? new Map<TextPart, Partial<Catalogue>>()
  loaded.set(language, known)
  for (const [part, texts] of came) known.set(part, texts)
}
