import { join } from 'node:path'
import { fileGraph, folderGraph, type Graph } from './circles.ts'
import { sourcesOf } from './sources.ts'

/** The pictures of docs/architecture.md: boxes in layers, an arrow for each import; drawn from the sources. */

export const pictures = ['rooms', 'server', 'web'] as const
export type Picture = (typeof pictures)[number]

const rooms = [
  'model',
  'contract',
  'engines',
  'ingest',
  'telemetry',
  'management',
  'demo',
  'server',
  'edge',
  'web',
  'plant',
]

/** The folders of `server/src` or `web/src` that hold files, in the order of their names. */
export function foldersOf(root: string, room: string): string[] {
  return [
    ...new Set(
      sourcesOf(root, room)
        .map(({ path }) => path.split('/'))
        .filter(([, src, , file]) => src === 'src' && file !== undefined)
        .map(([, , folder = '']) => folder),
    ),
  ].sort()
}

/** The picture as SVG; the same sources give the same text. */
export function draw(root: string, picture: Picture): string {
  const graph = picture === 'rooms' ? roomGraph(root) : folderGraphOf(root, picture)
  return svgOf(withoutImplied(graph), picture)
}

/** An arrow is left out where a longer way says the same: what is drawn stays readable. */
function withoutImplied(graph: Graph): Graph {
  const reach = (name: string, seen = new Set<string>()): Set<string> => {
    for (const next of graph.get(name) ?? []) {
      if (!seen.has(next)) reach(next, seen.add(next))
    }
    return seen
  }
  return new Map(
    [...graph].map(([from, targets]) => [
      from,
      new Set([...targets].filter((to) => ![...targets].some((via) => reach(via).has(to)))),
    ]),
  )
}

function roomGraph(root: string): Graph {
  return new Map(
    rooms.map((room) => [
      room,
      new Set(
        sourcesOf(root, room)
          .filter(({ isTest }) => !isTest)
          .flatMap(({ imports }) => imports.map(({ target }) => target.split('/')))
          .filter(([scope, to]) => scope === '@packboard' && to !== room)
          .map(([, to = '']) => to),
      ),
    ]),
  )
}

function folderGraphOf(root: string, room: string): Graph {
  const all = folderGraph(fileGraph(sourcesOf(root, room)))
  const nameOf = (path: string) => new RegExp(`^${room}/src/([^/.]+)$`).exec(path)?.[1]
  const graph = new Map(foldersOf(root, room).map((folder) => [folder, new Set<string>()]))
  for (const [from, targets] of all) {
    const name = nameOf(from)
    if (name === undefined) continue
    for (const target of targets) {
      const to = nameOf(target)
      if (to !== undefined && graph.has(to)) graph.get(name)?.add(to)
    }
  }
  return graph
}

/** How far a box stands above the ground: one above the highest that it imports. */
function layersOf(graph: Graph): string[][] {
  const height = new Map<string, number>()
  const heightOf = (name: string): number => {
    const known = height.get(name)
    if (known !== undefined) return known
    const found = Math.max(-1, ...[...(graph.get(name) ?? [])].map(heightOf)) + 1
    height.set(name, found)
    return found
  }
  const layers: string[][] = []
  for (const name of [...graph.keys()].sort()) {
    const layer = heightOf(name)
    layers[layer] = [...(layers[layer] ?? []), name]
  }
  return layers
}

const box = { width: 116, height: 32, gap: 20, rise: 72, margin: 24 }

function svgOf(graph: Graph, title: string): string {
  const layers = layersOf(graph)
  const widest = Math.max(...layers.map((layer) => layer.length))
  const width = 2 * box.margin + widest * (box.width + box.gap) - box.gap
  const height = 2 * box.margin + (layers.length - 1) * box.rise + box.height
  const places = new Map(
    layers.flatMap((layer, index) => {
      const left = (width - (layer.length * (box.width + box.gap) - box.gap)) / 2
      const y = height - box.margin - box.height - index * box.rise
      return layer.map((name, at) => [name, { x: left + at * (box.width + box.gap), y }] as const)
    }),
  )
  const arrows = [...graph].flatMap(([from, targets]) =>
    [...targets].sort().flatMap((to) => {
      const [a, b] = [places.get(from), places.get(to)]
      if (!a || !b) return []
      const middle = box.width / 2
      return `  <path d="M${a.x + middle} ${a.y + box.height} L${b.x + middle} ${b.y - 4}"/>`
    }),
  )
  const boxes = [...places].map(
    ([name, { x, y }]) =>
      `  <rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6"/>` +
      `<text x="${x + box.width / 2}" y="${y + 21}">${name}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What imports what: ${title}">
<style>
  rect { fill: #ffffff; stroke: #44546a; }
  text { font: 13px sans-serif; fill: #1b2430; text-anchor: middle; }
  path { fill: none; stroke: #8a99ad; stroke-width: 1.2; marker-end: url(#tip); }
</style>
<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto"><path d="M0 0 L6 3 L0 6 z" style="fill:#8a99ad;stroke:none;marker-end:none"/></marker></defs>
<rect width="${width}" height="${height}" style="fill:#f6f8fb;stroke:none"/>
<g>
${arrows.join('\n')}
${boxes.join('\n')}
</g>
</svg>
`
}

export const pictureFile = (root: string, picture: Picture) =>
  join(root, 'docs/architecture', `${picture}.svg`)
