import { AppError, passwordFault } from '@packboard/model'

/** Lets a new password through or refuses it in the words of the screen, naming the field (D39). */
export function requirePassword(password: string, minLength: number, field: string): void {
  const fault = passwordFault(password, minLength)
  if (fault !== undefined) {
    throw new AppError('password.refused', { message: fault, fields: [{ field, message: fault }] })
  }
}
