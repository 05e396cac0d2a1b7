/** A new password as it was typed, twice, and what goes with it. */
export type NewPassword = {
  readonly password: string
  readonly confirmed: string
  /** Null where no terms have to be accepted. */
  readonly termsAccepted: boolean | null
}

/** The shortest password that any installation takes; one that asks for more says so itself (D39). */
const shortest = 3

/** What is wrong with a new password, in the order of specification §5; null when it may be sent. */
export function newPasswordProblem(typed: NewPassword): string | null {
  if (typed.termsAccepted === false) return 'Please check mark the Terms and Conditions!'
  if (typed.password.trim() === '') return 'Password cannot be empty or contain only spaces.'
  if ([...typed.password].length < shortest) {
    return `Password must be at least ${shortest} characters long.`
  }
  if (typed.password !== typed.confirmed) return 'Passwords do not match.'
  return null
}
