import { otherText } from '@packboard/model'
import { type Say, textsOf } from './useTexts.ts'

/**
 * A product, tool or user as a machine reported it; what stands for those beyond the limit of a day has a word in the user's
 * language (T71).
 */
export function reportedText(text: string, say: Say<'ui'> = textsOf('ui')): string {
  return text === otherText ? say('otherText') : text
}
