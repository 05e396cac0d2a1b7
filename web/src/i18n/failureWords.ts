import type { ErrorCode } from '@packboard/model'
import { errors as english } from './locales/en/errors.ts'
import { textsOf } from './useTexts.ts'

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(english, code)

/**
 * The text of a failure that the server reported, once the part `errors` of the texts is there. The general text of a code is shown in the
 * user's language; where the server sent a more specific text ("at most 3 years"), that text is shown untranslated.
 */
export function failureWords(code: string, message: string): string {
  // The length is a setting of the installation.
  const least = /^Password must be at least (\d+) characters long\.$/.exec(message)?.[1]
  if (code === 'password.refused' && least !== undefined) {
    return textsOf('auth')('passwordTooShort', { least: Number(least) })
  }
  if (!isErrorCode(code) || english[code] !== message) return message
  return textsOf('errors')(code)
}

/** The general text of a code that came without words, as in an address. */
export const wordsOfCode = (code: string): string =>
  textsOf('errors')(isErrorCode(code) ? code : 'server.failed')
