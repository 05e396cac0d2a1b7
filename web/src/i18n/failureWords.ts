import { type ErrorCode, errorCatalogue } from '@packboard/model'
import { textsOf } from './useTexts.ts'

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)

/**
 * The text of a failure that the server reported. The general text of a code is shown in the user's language;
 * where the server sent a more specific text ("at most 3 years"), that text is shown untranslated.
 */
export function failureWords(code: string, message: string): string {
  // The length is a setting of the installation.
  const least = /^Password must be at least (\d+) characters long\.$/.exec(message)?.[1]
  if (code === 'password.refused' && least !== undefined) {
    return textsOf('auth')('passwordTooShort', { least: Number(least) })
  }
  if (!isErrorCode(code) || errorCatalogue[code].message !== message) return message
  return textsOf('errors')(code)
}
