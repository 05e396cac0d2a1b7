import { access } from './baseline/access.ts'
import { organisation } from './baseline/organisation.ts'
import { work } from './baseline/work.ts'

/**
 * The whole schema of the management store, each part after those that it refers to. Deleting is soft (`deleted_at`, D41). What must hold
 * whatever the program does is held here: checks and foreign keys for the shape, triggers for what needs a look at other rows.
 * SQLSTATE class PB is ours.
 */
export const baseline = {
  version: 1,
  name: 'baseline',
  sql: [organisation, access, work].join('\n'),
}
