/** The shortest password of the specification; an installation may require more (D39). */
export const shortestPassword = 3

/** What is wrong with a new password; screens show it in the language of the user. */
export type PasswordProblem = 'empty' | 'tooShort'

/**
 * What is wrong with a new password, or nothing (specification §5). Letters are counted as a person sees them typed,
 * whatever their spelling in bytes.
 */
export function passwordProblem(
  password: string,
  minLength: number = shortestPassword,
): PasswordProblem | undefined {
  if (password.trim() === '') return 'empty'
  return [...password.normalize('NFKC')].length < minLength ? 'tooShort' : undefined
}

/** The same in the server's words. */
export function passwordFault(
  password: string,
  minLength: number = shortestPassword,
): string | undefined {
  switch (passwordProblem(password, minLength)) {
    case 'empty':
      return 'Password cannot be empty or contain only spaces.'
    case 'tooShort':
      return `Password must be at least ${minLength} characters long.`
    default:
      return undefined
  }
}

/** What an installation wants of a new password; those that exist stay (D39). */
export type PasswordRules = {
  readonly minLength: number
  /** Also not one of those that are guessed first. */
  readonly refuseCommon: boolean
}

/** Those of the specification. */
export const specifiedPasswordRules: PasswordRules = {
  minLength: shortestPassword,
  refuseCommon: false,
}

/** Where other machines reach the sign-in and nobody has set a length. */
export const networkPasswordRules: PasswordRules = { minLength: 12, refuseCommon: true }

/**
 * The version of the terms and conditions on the screen. It is stored with every acceptance (D37): a change of the text
 * needs a new version.
 */
export const termsVersion = '1'
