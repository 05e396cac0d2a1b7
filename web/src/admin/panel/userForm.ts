import type { Session, UserRow } from '@packboard/contract'
import { groupOfRole, type Role, roleOfGroup } from '@packboard/model'
import { chosenId, type FormField, namedField, type Values } from '../../crud/formFields.ts'
import type { Say } from '../../i18n/useTexts.ts'

/** Groups with a meaning of their own (specification §9). */
const groupText = (role: Role) => String(groupOfRole(role))
const clientlessGroup = groupText('distributor')
/** An admin belongs to no client and to no distributor. */
const adminGroup = groupText('admin')
/** Its accounts are devices: they get a token, and are in a list of their own. */
const deviceGroup = groupText('device')

type Option = { readonly value: string; readonly label: string }
type UserChoices = {
  readonly clients: readonly Option[]
  readonly distributors: readonly Option[]
  /** Roles as the server offers them. */
  readonly roles: readonly Option[]
}

/** What the form of a user holds when it opens, for who opens it. */
export function userInitial(person: Session, row: UserRow | null): Values {
  const idText = (id: number | null | undefined) => (id ? String(id) : '')
  if (row) {
    return {
      username: row.username,
      password: '••••••••',
      firstName: row.firstName,
      lastName: row.lastName ?? '',
      email: row.email ?? '',
      contactNumber: row.contactNumber,
      clientId: idText(row.clientId),
      distributorId: idText(row.distributorId),
      role: idText(row.role),
    }
  }
  const [onlyRole, ...otherRoles] = person.givableRoles
  return {
    // Staff belong to no client and choose one; the role is fixed where there is one.
    clientId: idText(person.clientId),
    role: otherRoles.length === 0 ? idText(onlyRole) : '',
    distributorId: idText(person.distributorId),
  }
}

/** May client and role be chosen? On Add, and for an account that awaits its approval by an admin (D36). */
export function assignsRole({ permissions }: Session, row: UserRow | null): boolean {
  return row === null || (row.role === null && permissions.approveUsers)
}

export function userFields(
  say: Say<'panel'>,
  person: Session,
  row: UserRow | null,
  values: Values,
  choices: UserChoices,
): FormField[] {
  const assigns = assignsRole(person, row)
  const fixed = !person.permissions.chooseClient
  const { role = '' } = values
  return [
    namedField(say, 'username', { locked: row !== null, half: true }),
    {
      name: 'password',
      label: say('password'),
      kind: 'password',
      locked: row !== null || role === deviceGroup,
      half: true,
      ...(row === null && { hint: say(role === deviceGroup ? 'tokenHint' : 'passwordHint') }),
    },
    namedField(say, 'firstName', { half: true }),
    namedField(say, 'lastName', { half: true }),
    namedField(say, 'email', { kind: 'email', half: true, ...emailState(say, row) }),
    namedField(say, 'contactNumber', { kind: 'tel', half: true }),
    {
      name: 'clientId',
      label: say('client'),
      kind: 'select',
      locked: fixed || !assigns || role === clientlessGroup || role === adminGroup,
      options: withOwn(choices.clients, row?.clientId ?? person.clientId, clientName(person, row)),
      half: true,
    },
    ...(fixed
      ? []
      : [
          {
            name: 'distributorId',
            label: say('distributor'),
            kind: 'select' as const,
            locked: person.distributorId !== null || !assigns || role === adminGroup,
            options: withOwn(
              choices.distributors,
              row?.distributorId ?? person.distributorId,
              row?.distributorName ?? say('yourOwn'),
            ),
            half: true,
          },
        ]),
    {
      name: 'role',
      label: say('role'),
      kind: 'select',
      locked: fixed || !assigns,
      options: assigns
        ? choices.roles.filter(
            ({ value }) =>
              person.givableRoles.includes(Number(value)) &&
              // An account that registered is a person.
              (row === null || value !== deviceGroup),
          )
        : withOwn(
            choices.roles,
            row?.role,
            row?.role ? roleWord(say, row.role, row.roleName ?? '') : '',
          ),
      half: true,
    },
  ]
}

/** Who may not change the address sees it locked; an address that awaits its confirmation is named (D82). */
function emailState(say: Say<'panel'>, row: UserRow | null): Partial<FormField> {
  if (row === null) return {}
  const { pendingEmail, emailEditable } = row
  if (pendingEmail !== null) {
    return { locked: !emailEditable, hint: say('emailPending', { email: pendingEmail }) }
  }
  return emailEditable ? {} : { locked: true, hint: say('emailLocked') }
}

const clientName = (person: Session, row: UserRow | null) =>
  row ? (row.clientName ?? '') : (person.clientName ?? '')

/** The offered options, and what is chosen already even if it is not offered. */
function withOwn(offered: readonly Option[], id: number | null | undefined, label: string) {
  const value = id ? String(id) : ''
  if (value === '' || offered.some((option) => option.value === value)) return offered
  return [...offered, { value, label }]
}

/** Another client takes the role back; a role without a client takes the client back (specification §4). */
export function settleUser(values: Values, changed: string): Values {
  if (changed === 'clientId') return { ...values, role: '' }
  if (changed !== 'role') return values
  if (values.role === deviceGroup) return { ...values, password: '' }
  if (values.role === adminGroup) return { ...values, clientId: '', distributorId: '' }
  return values.role === clientlessGroup ? { ...values, clientId: '' } : values
}

export const newUserBody = (values: Values) => ({
  username: values.username ?? '',
  ...userBody(values),
  ...(values.password && { password: values.password }),
  ...roleBody(values),
})

export const changedUserBody = (person: Session, row: UserRow, values: Values) => ({
  ...userBody(values),
  ...(assignsRole(person, row) && roleBody(values)),
  version: row.version,
})

const userBody = ({ firstName = '', lastName = '', email = '', contactNumber = '' }: Values) => ({
  firstName,
  lastName,
  email: email.trim(),
  contactNumber,
})

const roleBody = ({ role, clientId, distributorId }: Values) => ({
  role: Number(role),
  clientId: chosenId(clientId),
  distributorId: chosenId(distributorId),
})

/** The name of a role; a group that is no role of the model keeps the name that the server gave it. */
export function roleWord(say: Say<'panel'>, group: number, label: string): string {
  const role = roleOfGroup(group)
  return role === undefined ? label : say(`role.${role}`)
}
