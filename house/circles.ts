import { posix } from 'node:path'
import type { Source } from './sources.ts'

/** Who imports whom: each name with the names that it imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Which file imports which, by relative imports alone; a type counts like a value. Tests are left out. */
export function fileGraph(sources: readonly Source[]): Graph {
  const product = sources.filter(({ isTest }) => !isTest)
  const known = new Set(product.map(({ path }) => path))
  return new Map(
    product.map(({ path, imports }) => [
      path,
      new Set(
        imports
          .filter(({ target }) => target.startsWith('.'))
          .map(({ target }) => posix.join(posix.dirname(path), target))
          .filter((target) => known.has(target)),
      ),
    ]),
  )
}

/** Which folder imports which. A folder and a subfolder of it count as one: only sibling folders can be in a circle. */
export function folderGraph(files: Graph): Graph {
  const folders = new Map<string, Set<string>>()
  for (const [from, targets] of files) {
    for (const to of targets) {
      const sides = sideBySide(posix.dirname(from), posix.dirname(to))
      if (sides === undefined) continue
      folders.set(sides.from, (folders.get(sides.from) ?? new Set()).add(sides.to))
    }
  }
  return folders
}

/** Which box of a folder imports which: the folders directly in it, and the files beside them. */
export function boxGraph(files: Graph, folder: string): Graph {
  const boxOf = (path: string) =>
    path.startsWith(folder) ? path.slice(folder.length).split('/')[0] : undefined
  const boxes = new Map<string, Set<string>>()
  for (const [from, targets] of files) {
    const box = boxOf(from)
    if (box === undefined) continue
    const others = [...targets].flatMap((to) => boxOf(to) ?? []).filter((to) => to !== box)
    boxes.set(box, new Set([...(boxes.get(box) ?? []), ...others]))
  }
  return boxes
}

/** The two neighbours that an arrow between folders joins: where their paths diverge. */
function sideBySide(from: string, to: string): { from: string; to: string } | undefined {
  const [a, b] = [from.split('/'), to.split('/')]
  const parted = a.findIndex((part, index) => part !== b[index])
  if (parted === -1 || parted >= b.length) return undefined
  return { from: a.slice(0, parted + 1).join('/'), to: b.slice(0, parted + 1).join('/') }
}

/** Every group of names that reach each other, sorted; none where there is no circle. (Tarjan 1972.) */
export function circles(graph: Graph): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (name: string) => {
    index.set(name, index.size)
    low.set(name, index.get(name) ?? 0)
    stack.push(name)
    for (const next of graph.get(name) ?? []) {
      if (!index.has(next)) {
        visit(next)
        low.set(name, Math.min(low.get(name) ?? 0, low.get(next) ?? 0))
      } else if (stack.includes(next)) {
        low.set(name, Math.min(low.get(name) ?? 0, index.get(next) ?? 0))
      }
    }
    if (low.get(name) !== index.get(name)) return
    const group = stack.splice(stack.indexOf(name)).sort()
    if (group.length > 1) found.push(group)
  }
  for (const name of graph.keys()) if (!index.has(name)) visit(name)
  return found
}
