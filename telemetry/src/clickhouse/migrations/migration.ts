/**
 * One step of the store's schema. Its statements run in order and each may run twice without harm, so that a step that
 * was cut off anywhere is simply run again; the last one is `noteStep`. In a store of a cell the tables of `takeNumbers` have a
 * constraint: a step that fills one of them anew fills a table without it.
 */
export type Migration = {
  readonly version: number
  readonly name: string
  readonly statements: readonly string[]
}

/**
 * Steps are counted from here in the comment of `schema_version`, which is in no part: without its rows, a step that begins a table anew
 * would run again. Commits of before the baseline counted from 0 up to 16, or wrote no comment: by that their stores are known, and they refuse
 * one of ours.
 */
export const countedFrom = 1_000

/** The last statement of a step: writes its number into the comment of `schema_version`. */
export const noteStep = (version: number) =>
  `ALTER TABLE schema_version MODIFY COMMENT '${countedFrom + version}'`
