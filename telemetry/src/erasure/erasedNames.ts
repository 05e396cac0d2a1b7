/**
 * The people whose names were erased (D54). The names are not stored here: a name in a record is looked up, and
 * the result is its pseudonym, or nothing.
 */
export type ErasedNames = {
  /** The clients in which a name was erased. */
  readonly clientIds: readonly number[]
  pseudonymOf(clientId: number, name: string): string | undefined
  /** What the names of a client are recognised by where there are too many texts to look each up here. */
  keyedHashes(clientId: number): KeyedHashes
}

/**
 * A text is an erased name when SHA-256 of `outer` and the SHA-256 of `inner` and the text is one of the hashes (hex): an
 * HMAC-SHA-256, written out.
 */
export type KeyedHashes = {
  readonly inner: Buffer
  readonly outer: Buffer
  readonly hashes: readonly string[]
}

const noKey = Buffer.alloc(0)

/** No name was erased. */
export const noneErased: ErasedNames = {
  clientIds: [],
  pseudonymOf: () => undefined,
  keyedHashes: () => ({ inner: noKey, outer: noKey, hashes: [] }),
}
