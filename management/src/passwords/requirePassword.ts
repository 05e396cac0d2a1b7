import { AppError, type PasswordRules, passwordFault } from '@packboard/model'
import { isCommonPassword } from './commonPasswords.ts'

/** Accepts a new password, or refuses it with the text of the screen and the field (D39). */
export async function requirePassword(
  password: string,
  { minLength, refuseCommon }: PasswordRules,
  field: string,
): Promise<void> {
  const fault = passwordFault(password, minLength)
  if (fault !== undefined) {
    throw new AppError('password.refused', { message: fault, fields: [{ field, message: fault }] })
  }
  if (refuseCommon && (await isCommonPassword(password))) {
    const { message } = new AppError('password.common')
    throw new AppError('password.common', { fields: [{ field, message }] })
  }
}
