/**
 * The people whose names were erased (D54). The names are not stored here: a name in a record is looked up, and
 * the result is its pseudonym, or nothing.
 */
export type ErasedNames = {
  /** The clients in which a name was erased. */
  readonly clientIds: readonly number[]
  pseudonymOf(clientId: number, name: string): string | undefined
}

/** No name was erased. */
export const noneErased: ErasedNames = { clientIds: [], pseudonymOf: () => undefined }
