/**
 * One step of the store's schema. Its statements run in order and each may run twice without harm, so that a step that
 * was cut off anywhere is simply run again. In a store of a cell the tables of `takeNumbers` have a constraint: a step that fills one
 * of them anew fills a table without it.
 */
export type Migration = {
  readonly version: number
  readonly name: string
  readonly statements: readonly string[]
}
