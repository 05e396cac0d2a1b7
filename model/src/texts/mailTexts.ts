import { type Language, languages } from './languages.ts'
import { reportMail as deReportMail } from './locales/de/reportMail.ts'
import { shift as deShift } from './locales/de/shift.ts'
import { shiftPage as deShiftPage } from './locales/de/shiftPage.ts'
import { states as deStates } from './locales/de/states.ts'
import { reportMail as enReportMail } from './locales/en/reportMail.ts'
import { shift as enShift } from './locales/en/shift.ts'
import { shiftPage as enShiftPage } from './locales/en/shiftPage.ts'
import { states as enStates } from './locales/en/states.ts'
import { reportMail as esReportMail } from './locales/es/reportMail.ts'
import { shift as esShift } from './locales/es/shift.ts'
import { shiftPage as esShiftPage } from './locales/es/shiftPage.ts'
import { states as esStates } from './locales/es/states.ts'
import { reportMail as frReportMail } from './locales/fr/reportMail.ts'
import { shift as frShift } from './locales/fr/shift.ts'
import { shiftPage as frShiftPage } from './locales/fr/shiftPage.ts'
import { states as frStates } from './locales/fr/states.ts'
import { reportMail as itReportMail } from './locales/it/reportMail.ts'
import { shift as itShift } from './locales/it/shift.ts'
import { shiftPage as itShiftPage } from './locales/it/shiftPage.ts'
import { states as itStates } from './locales/it/states.ts'
import {
  fillMessage,
  type Message,
  readMessage,
  type SayTexts,
  type Translation,
} from './message.ts'

type English = {
  reportMail: typeof enReportMail
  shift: typeof enShift
  shiftPage: typeof enShiftPage
  states: typeof enStates
}
type Subject = keyof English

/** What mails are written with, in all languages: a server has no reader whose language it could load. */
const texts: Record<Language, { readonly [Name in Subject]: Translation<English[Name]> }> = {
  en: { reportMail: enReportMail, shift: enShift, shiftPage: enShiftPage, states: enStates },
  de: { reportMail: deReportMail, shift: deShift, shiftPage: deShiftPage, states: deStates },
  it: { reportMail: itReportMail, shift: itShift, shiftPage: itShiftPage, states: itStates },
  es: { reportMail: esReportMail, shift: esShift, shiftPage: esShiftPage, states: esStates },
  fr: { reportMail: frReportMail, shift: frShift, shiftPage: frShiftPage, states: frStates },
}

const read = new Map<string, Message>()

/** The texts of a subject in a language, in words alone: what their mark-up leads to is left out. */
export function sayIn<Name extends Subject>(
  language: Language,
  subject: Name,
): SayTexts<English[Name], string> {
  const known: Readonly<Record<string, string>> = texts[language][subject]
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const text = (known[key] ?? '').replaceAll(/<\/?\w+>/g, '')
    const message = read.get(text) ?? readMessage(text)
    read.set(text, message)
    return [fillMessage<never>(message, languages[language].locale, values)].flat().join('')
  }
  // Each text of the subject has its own values, which the type of its key says.
  return say as SayTexts<English[Name], string>
}
