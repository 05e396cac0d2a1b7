import { AppError } from '@packboard/model'

/** Refuses a password that is blank or shorter than the installation asks (D39), in the words of the specification. */
export function demandGoodPassword(password: string, minLength: number): void {
  if (password.trim() === '') throw refused('Password cannot be empty or contain only spaces.')
  if ([...password].length < minLength) {
    throw refused(`Password must be at least ${minLength} characters long.`)
  }
}

const refused = (message: string) =>
  new AppError('request.invalid', { message, fields: [{ field: 'password', message }] })
