/** The shortest password of the specification; an installation may ask for more (D39). */
export const shortestPassword = 3

/**
 * What is wrong with a new password, in the words of the screen, or nothing (specification §5). Letters are counted as
 * a person sees them typed, whatever their spelling in bytes.
 */
export function passwordFault(
  password: string,
  minLength: number = shortestPassword,
): string | undefined {
  if (password.trim() === '') return 'Password cannot be empty or contain only spaces.'
  if ([...password.normalize('NFKC')].length < minLength) {
    return `Password must be at least ${minLength} characters long.`
  }
  return undefined
}
