/** A name as the panel shows it: what was deleted and is still referred to says so, and breaks no page (D41). */
export function shownName(name: string | null, deletedAt: Date | null): string | null {
  return name === null || deletedAt === null ? name : `${name} (deleted)`
}
