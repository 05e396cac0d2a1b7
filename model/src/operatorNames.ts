import type { ClientScope } from './scope.ts'

/**
 * What a client says of the operators that its machines report. `notSet`: their names stand beside stops and intervals, their figures are not compared;
 * `allowed`: figures are compared operator by operator, too; `forbidden`: neither, and users, walls and tablets read no name of them.
 */
export const operatorSettings = ['notSet', 'allowed', 'forbidden'] as const
export type OperatorSetting = (typeof operatorSettings)[number]

/** What stands in an answer in the place of a name that its caller may not read. */
export const hiddenName = ''

/** The name of an operator, or of who said why a machine stood, as the holder of a scope may read it. */
export function shownName<Name extends string | null>(
  { hidesOperators }: Pick<ClientScope, 'hidesOperators'>,
  name: Name,
): Name | typeof hiddenName {
  return hidesOperators ? hiddenName : name
}
