import { clientById, type Management, type PersonToInform } from '@packboard/management'
import { AppError, type ClientScope, personRoleOfGroup } from '@packboard/model'
import { clientScope } from '../access/clientScope.ts'
import { may } from '../access/policies.ts'
import type { Config } from '../config.ts'

/**
 * What a person would see of a client if it signed in now; undefined where that is nothing: what it may not see is not sent to it (D95), and
 * a name that it may not read is in none of its messages.
 */
export async function recipientScope(
  { management, config }: { readonly management: Management; readonly config: Config },
  person: PersonToInform,
  clientId: number,
): Promise<ClientScope | undefined> {
  const role = personRoleOfGroup(person.groupId)
  if (person.isGone || role === undefined || !may({ role }).readDashboards) return undefined
  const rules = {
    distributorSees: config.distributorSees,
    async findClient(id: number) {
      const client = await clientById(management, id)
      return client && !client.deleted ? client : undefined
    },
  }
  const { userId, username, clientId: own, distributorId } = person
  try {
    const viewer = { userId, username, role, clientId: own, distributorId }
    return await clientScope(rules, viewer, clientId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'client.notFound') return undefined
    throw error
  }
}
