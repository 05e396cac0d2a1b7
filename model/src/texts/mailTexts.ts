import { reportMail as deReportMail } from './de/reportMail.ts'
import { shift as deShift } from './de/shift.ts'
import { shiftPage as deShiftPage } from './de/shiftPage.ts'
import { states as deStates } from './de/states.ts'
import { reportMail as enReportMail } from './en/reportMail.ts'
import { shift as enShift } from './en/shift.ts'
import { shiftPage as enShiftPage } from './en/shiftPage.ts'
import { states as enStates } from './en/states.ts'
import { reportMail as esReportMail } from './es/reportMail.ts'
import { shift as esShift } from './es/shift.ts'
import { shiftPage as esShiftPage } from './es/shiftPage.ts'
import { states as esStates } from './es/states.ts'
import { reportMail as frReportMail } from './fr/reportMail.ts'
import { shift as frShift } from './fr/shift.ts'
import { shiftPage as frShiftPage } from './fr/shiftPage.ts'
import { states as frStates } from './fr/states.ts'
import { reportMail as itReportMail } from './it/reportMail.ts'
import { shift as itShift } from './it/shift.ts'
import { shiftPage as itShiftPage } from './it/shiftPage.ts'
import { states as itStates } from './it/states.ts'
import { type Language, languages } from './languages.ts'
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
