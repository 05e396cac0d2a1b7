/**
 * A name as the panel shows it: a deleted row that is still referred to is marked as deleted, and breaks no page (D41).
 */
export function shownName(name: string | null, deletedAt: Date | null): string | null {
  return name === null || deletedAt === null ? name : `${name} (deleted)`
}
