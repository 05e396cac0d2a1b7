/** What objects of one kind or constructor hold themselves. */
export type HeapByName = ReadonlyMap<string, { readonly count: number; readonly bytes: number }>

/** The parts of a heap snapshot of V8 that are read here: five or more numbers for each node, named in `meta`. */
type Snapshot = {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[], ...unknown[]]
    }
  }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

/** Counts and bytes by constructor; texts, code and the like by their kind. */
export function heapByName(chunks: readonly string[]): HeapByName {
  const { snapshot, nodes, strings }: Snapshot = JSON.parse(chunks.join(''))
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field))
  const sums = new Map<string, { count: number; bytes: number }>()
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + (type ?? 0)] ?? 0] ?? ''
    const named = kind === 'object' || kind === 'native'
    const key = named ? (strings[nodes[at + (name ?? 0)] ?? 0] ?? '') : `(${kind})`
    const sum = sums.get(key) ?? { count: 0, bytes: 0 }
    sum.count += 1
    sum.bytes += nodes[at + (size ?? 0)] ?? 0
    sums.set(key, sum)
  }
  return sums
}

/** What grew most between two snapshots, one line each. */
export function grownBetween(before: HeapByName, after: HeapByName, most = 8): string[] {
  return [...after]
    .map(([name, { count, bytes }]) => {
      const old = before.get(name) ?? { count: 0, bytes: 0 }
      return { name, objects: count - old.count, kb: Math.round((bytes - old.bytes) / 1_024) }
    })
    .filter(({ kb }) => kb > 0)
    .toSorted((a, b) => b.kb - a.kb)
    .slice(0, most)
    .map(({ name, objects, kb }) => `${name}: ${kb} kB more, ${objects} objects more`)
}
