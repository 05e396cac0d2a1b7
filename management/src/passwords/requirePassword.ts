import { AppError, passwordFault } from '@packboard/model'

/** Accepts a new password, or refuses it with the text of the screen and the field (D39). */
export function requirePassword(password: string, minLength: number, field: string): void {
  const fault = passwordFault(password, minLength)
  if (fault !== undefined) {
    throw new AppError('password.refused', { message: fault, fields: [{ field, message: fault }] })
  }
}
