import {
  addUser as addCall,
  updateUser as changeCall,
  deleteUser as deleteCall,
  users as listCall,
  resetFactors as resetFactorsCall,
  type UserRow,
} from '@packboard/contract'
import {
  addDevice,
  addUser,
  changeUser,
  deleteUser,
  type ManagedUser,
  managedUsers,
  requirePassword,
  resetFactors,
} from '@packboard/management'
import { AppError, type PanelScope, refusedField, roleOfGroup } from '@packboard/model'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { routesOf } from '../access/declare.ts'
import { mayActOnUser, mayChangeEmailOf, mayGiveRole } from '../access/policies.ts'
import { emailChangeNote, invitationNote, type MailDeps } from '../accounts/accountMail.ts'
import { passwordRulesOf } from '../accounts/passwordRules.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import { tokenBuckets } from '../http/tokenBucket.ts'
import { deviceName } from './deviceRoutes.ts'

/** The Users table. On the wire the number of a user group is called role. */
export function userRoutes(
  app: App,
  { management, config, mail, now }: Deps & MailDeps,
  access: Access,
) {
  const route = routesOf(app, 'Panel: users')

  const takenNames = tokenBuckets(limits.takenNames, now)

  /** A caller who tries out names learns slowly which of them others have (D35). */
  async function slowed<Answer>(scope: PanelScope, change: () => Promise<Answer>): Promise<Answer> {
    const key = JSON.stringify(scope)
    const wait = takenNames.wait(key)
    if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
    try {
      return await change()
    } catch (error) {
      if (error instanceof AppError && error.code === 'user.notAvailable') takenNames.take(key)
      throw error
    }
  }

  const rightsOf = (actor: Actor) => ({
    scope: access.panel(actor),
    mayActOn: (target: Parameters<typeof mayActOnUser>[1]) => mayActOnUser(actor, target),
    mayChangeEmail: (target: Parameters<typeof mayChangeEmailOf>[1]) =>
      mayChangeEmailOf(actor, target),
  })

  route(listCall, 'openPanel', async (request) => {
    const actor = access.actor(request)
    const found = await managedUsers(management, access.panel(actor))
    return { users: found.map((user) => userRow(actor, user)) }
  })

  route(addCall, { caller: 'manageUsers', answersToken: true }, async (request) => {
    const actor = access.actor(request)
    const { role: groupId, password: typed, clientId, distributorId, ...fields } = request.body
    if (roleOfGroup(groupId) === undefined) {
      throw refusedField('role', 'There is no such role.')
    }
    if (!mayGiveRole(actor, groupId)) throw new AppError('request.notAllowed')
    if (roleOfGroup(groupId) === 'device') {
      if (typed) throw refusedField('password', 'A device gets a token, not a password.')
      if (!clientId) throw refusedField('clientId', 'Client is required')
      const device = { clientId, name: deviceName(fields.username) }
      const made = await addDevice(management, actor, access.panel(actor), device)
      return { message: 'Success!', ...made }
    }
    // A form sends an unfilled field as an empty text.
    const password = typed === '' ? undefined : typed
    if (password !== undefined) {
      await requirePassword(password, passwordRulesOf(config), 'password')
    }
    const scope = access.panel(actor)
    const account = {
      ...fields,
      groupId,
      clientId: clientId ?? null,
      distributorId: distributorId ?? null,
      ...(password !== undefined && { password }),
    }
    const id = await slowed(scope, () => addUser(management, actor, scope, account))
    // The account exists, whatever happens to the e-mail; the answer says so when it was not sent at once.
    const note = password === undefined ? invitationNote(await mail.invite(id)) : ''
    return { message: `Success! ${note}`.trim(), id }
  })

  route(changeCall, 'manageUsers', async (request) => {
    const actor = access.actor(request)
    const { role: groupId, ...fields } = request.body
    const rights = rightsOf(actor)
    const { id } = request.params
    const { invite, emailChange } = await slowed(rights.scope, () =>
      changeUser(management, actor, rights, id, { ...fields, groupId }),
    )
    if (emailChange) {
      const note = emailChangeNote(await mail.confirmEmail(emailChange))
      return { message: `Success! ${note}`, pendingEmail: emailChange.newEmail }
    }
    const note = invite ? invitationNote(await mail.invite(id)) : ''
    return { message: `Success! ${note}`.trim() }
  })

  route(deleteCall, 'manageUsers', async (request) => {
    const actor = access.actor(request)
    await deleteUser(management, actor, rightsOf(actor), request.params.id)
    return { message: 'User deleted successfully' }
  })

  route(resetFactorsCall, { caller: 'manageUsers', confirmed: true }, async (request) => {
    const actor = access.actor(request)
    const { scope, mayChangeEmail } = rightsOf(actor)
    // Who may take over an account by its address may also remove its second factor, and nobody else.
    const rights = { scope, mayReset: mayChangeEmail }
    const owner = await resetFactors(management, actor, rights, request.params.id)
    mail.inform(owner, { kind: 'factorsReset', by: actor.username })
    return { message: 'Success!' }
  })
}

function userRow(actor: Actor, { groupId, ...user }: ManagedUser): UserRow {
  const role = groupId === null ? null : (roleOfGroup(groupId) ?? null)
  const target = { userId: user.id, role }
  const editable = mayActOnUser(actor, target)
  const emailEditable = mayChangeEmailOf(actor, target)
  return { ...user, role: groupId, roleName: role, editable, emailEditable }
}
