import { AppError, type PanelScope } from '@packboard/model'

/**
 * User names and e-mail addresses are unique in the whole installation. A caller who sees only a part of it
 * learns neither which of the two is taken nor by whom (D35).
 */
export async function withoutNaming<Answer>(
  scope: PanelScope,
  change: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await change()
  } catch (error) {
    const taken = error instanceof AppError && error.code === 'name.taken'
    if (!taken || scope.reach === 'all') throw error
    throw new AppError('user.notAvailable', { cause: error })
  }
}
