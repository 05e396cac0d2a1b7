/**
 * The people whose names were erased (D54). Nobody here knows the names: a name that a record brings is looked up, and
 * the answer is what stands in its place, or nothing.
 */
export type ErasedNames = {
  /** The clients in which somebody's name was erased. */
  readonly clientIds: readonly number[]
  pseudonymOf(clientId: number, name: string): string | undefined
}

/** Nobody's name was erased. */
export const noneErased: ErasedNames = { clientIds: [], pseudonymOf: () => undefined }
