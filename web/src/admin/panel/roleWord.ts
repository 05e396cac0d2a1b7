import { roleOfGroup } from '@packboard/model'
import type { Say } from '../../i18n/sayIn.ts'

/** The name of a role; a group that is no role of the model keeps the name that the server gave it. */
export function roleWord(say: Say<'panel'>, group: number, label: string): string {
  const role = roleOfGroup(group)
  return role === undefined ? label : say(`role.${role}`)
}
