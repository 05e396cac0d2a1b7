import { clientById, type Management } from '@packboard/management'
import { AppError, type ClientScope } from '@packboard/model'

/** Does this client pay for the Per Day Summary (D51)? */
export async function isPremium(management: Management, scope: ClientScope): Promise<boolean> {
  const client = await clientById(management, scope.clientId)
  return client?.subscriptionLabel === 'premium'
}

/** Refuses a request for days of a client without premium (D51). */
export async function requirePremium(management: Management, scope: ClientScope): Promise<void> {
  if (!(await isPremium(management, scope))) throw new AppError('request.notAllowed')
}
