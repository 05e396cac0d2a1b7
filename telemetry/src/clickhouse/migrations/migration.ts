/**
 * One step of the store's schema. Its statements run in order and each may run twice without harm, so that a step that
 * was cut off anywhere is simply run again.
 */
export type Migration = {
  readonly version: number
  readonly name: string
  readonly statements: readonly string[]
}
