import { clientById, type Management, type PersonToInform } from '@packboard/management'
import { AppError, personRoleOfGroup } from '@packboard/model'
import { clientScope } from '../access/clientScope.ts'
import { may } from '../access/policies.ts'
import type { Config } from '../config.ts'

/** Whether a person would see the dashboards of a client if it signed in now: what it may not see is not sent to it (D95). */
export async function mayReceive(
  { management, config }: { readonly management: Management; readonly config: Config },
  person: PersonToInform,
  clientId: number,
): Promise<boolean> {
  const role = personRoleOfGroup(person.groupId)
  if (person.isGone || role === undefined || !may({ role }).readDashboards) return false
  const rules = {
    distributorSees: config.distributorSees,
    async findClient(id: number) {
      const client = await clientById(management, id)
      return client && !client.deleted ? client : undefined
    },
  }
  const { userId, username, clientId: own, distributorId } = person
  try {
    await clientScope(rules, { userId, username, role, clientId: own, distributorId }, clientId)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'client.notFound') return false
    throw error
  }
}
