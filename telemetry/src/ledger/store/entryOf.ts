/** The entry of a map that has one for every key that is looked up. */
export function entryOf<Key, Entry>(map: ReadonlyMap<Key, Entry>, key: Key): Entry {
  const entry = map.get(key)
  if (entry === undefined) throw new Error(`Nothing was requested for ${key}`)
  return entry
}
