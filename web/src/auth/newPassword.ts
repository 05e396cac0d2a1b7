import { passwordFault } from '@packboard/model'

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
  if (typed.termsAccepted === false) return 'Please check mark the Terms and Conditions!'
  const fault = passwordFault(typed.password)
  if (fault !== undefined) return fault
  if (typed.password !== typed.confirmed) return 'Passwords do not match.'
  return null
}
