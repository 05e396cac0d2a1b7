/** The beginning of every topic of Sparkplug B. */
export const namespace = 'spBv1.0'

const nodeVerbs = ['NBIRTH', 'NDEATH', 'NDATA', 'NCMD'] as const
const deviceVerbs = ['DBIRTH', 'DDEATH', 'DDATA', 'DCMD'] as const
export type Verb = (typeof nodeVerbs)[number] | (typeof deviceVerbs)[number]

/** What a topic names: an edge node (`group/edge`), and one of its devices; '' is the edge node itself. */
export type EdgeTopic = { readonly edge: string; readonly verb: Verb; readonly device: string }

export const isSparkplug = (topic: string) => topic.startsWith(`${namespace}/`)

/** Null for a topic of Sparkplug that is none of an edge node, such as a `STATE`. */
export function edgeTopic(topic: string): EdgeTopic | null {
  const [root, group, word, node, device, ...more] = topic.split('/')
  if (root !== namespace || !group || !node || more.length > 0) return null
  const edge = `${group}/${node}`
  const verb = nodeVerbs.find((each) => each === word)
  if (verb) return device === undefined ? { edge, verb, device: '' } : null
  const ofDevice = deviceVerbs.find((each) => each === word)
  return ofDevice && device ? { edge, verb: ofDevice, device } : null
}

/** The edge node whose commands a filter subscribes to; null for any other filter. */
export function commandFilter(filter: string): string | null {
  const [root, group, word, node, ...device] = filter.split('/')
  if (root !== namespace || !group || !node || device.length > 1) return null
  if (word !== 'NCMD' && word !== 'DCMD') return null
  return /[+#]/.test(`${group}${node}`) ? null : `${group}/${node}`
}

export const commandTopic = (edge: string) => {
  const [group, node] = edge.split('/')
  return `${namespace}/${group}/NCMD/${node}`
}

/** Every message of an edge node and its devices. */
export const edgeFilter = (edge: string) => {
  const [group, node] = edge.split('/')
  return `${namespace}/${group}/+/${node}/#`
}

export const stateTopic = (hostId: string) => `${namespace}/STATE/${hostId}`

/** An address `group/edge` or `group/edge/device`, apart. */
export function edgeAddress(address: string): { edge: string; device: string } {
  const [group, node, device = ''] = address.split('/')
  return { edge: `${group}/${node}`, device }
}
