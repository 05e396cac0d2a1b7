import { type ErrorCode, errorCatalogue } from '@packboard/model'
import { textsOf } from './useTexts.ts'

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)

/**
 * What a person reads of a failure that the server told. The general words of a code are said in the person's language;
 * where the server knew more than its code ("at most 3 years"), its own words are worth more than a translation.
 */
export function failureWords(code: string, message: string): string {
  if (!isErrorCode(code) || errorCatalogue[code].message !== message) return message
  return textsOf('errors')(code)
}
