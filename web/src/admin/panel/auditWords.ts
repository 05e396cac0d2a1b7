import type { Say } from '../../i18n/sayIn.ts'

/** The events that can be chosen; all other events are found under All. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'restore',
  'revoke',
  'rotate',
  'erase',
  'signIn',
  'signInFailed',
  'signOut',
  'signUp',
  'setPassword',
  'changeEmail',
  'export',
  'read',
] as const

const actions = [...auditActions, 'seed'] as const

const entities = [
  'backup',
  'client',
  'damage',
  'data-sheet',
  'demo',
  'device',
  'distributor',
  'kioskLink',
  'limits',
  'line',
  'machine',
  'machineType',
  'operatorName',
  'plan',
  'productRecipe',
  'quarantine',
  'reasons',
  'session',
  'shifts',
  'stopLabel',
  'support',
  'table',
  'user',
] as const

/** The name of an action; one that the screens do not know is shown as it was stored. */
export function actionWord(say: Say<'panel'>, word: string): string {
  const action = actions.find((each) => each === word)
  return action === undefined ? word : say(`action.${action}`)
}

/** To what it was done. */
export function entityWord(say: Say<'panel'>, word: string): string {
  const entity = entities.find((each) => each === word)
  return entity === undefined ? word : say(`entity.${entity}`)
}
