import { baseline } from './0001-baseline.ts'
import type { Migration } from './migration.ts'

/** Every step of the store's schema, oldest first. A step that was released is never changed; a new one is added. */
export const migrations: readonly Migration[] = [baseline]
