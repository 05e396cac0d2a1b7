import { passwordProblem, shortestPassword } from '@packboard/model'
import { textsOf } from '../i18n/useTexts.ts'

/** A new password as it was typed, twice, and what goes with it. */
export type NewPassword = {
  readonly password: string
  readonly confirmed: string
  /** Null where no terms have to be accepted. */
  readonly termsAccepted: boolean | null
}

/**
 * What is wrong with a new password, in the order of specification §5; null when it may be sent. An installation that
 * asks for a longer one says so itself (D39).
 */
export function newPasswordProblem(typed: NewPassword): string | null {
  if (typed.termsAccepted === false) return textsOf('errors')('terms.required')
  const say = textsOf('auth')
  const problem = passwordProblem(typed.password)
  if (problem === 'empty') return say('passwordEmpty')
  if (problem === 'tooShort') return say('passwordTooShort', { least: shortestPassword })
  if (typed.password !== typed.confirmed) return say('passwordsDiffer')
  return null
}
