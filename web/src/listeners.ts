/** Who is called back when something changed: `watch` adds one and returns what removes it again, as React expects of a store. */
export function listeners() {
  const all = new Set<() => void>()
  return {
    watch: (listener: () => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    notify: () => {
      for (const listener of all) listener()
    },
  }
}
