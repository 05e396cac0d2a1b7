/** The address of an OPC UA server, and which of its PackML objects is meant. */
export type OpcUaAddress = {
  readonly endpointUrl: string
  readonly host: string
  readonly port: number
  /** Names below Objects, or the last of them; empty: the only PackML object of the server. */
  readonly path: readonly string[]
}

/** The registered port of OPC UA. */
const usualPort = 4840

/** Reads `opc.tcp://host:port/path#Hall 2/Line 4`; undefined when it is none. */
export function readOpcUaAddress(address: string): OpcUaAddress | undefined {
  const [endpoint = '', object, more] = address.split('#')
  if (more !== undefined || object === '' || /\p{Cc}|\p{Cf}/u.test(address)) return undefined
  const read = /^opc\.tcp:\/\/(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?(\/[^\s?]*)?$/i.exec(endpoint)
  if (!read) return undefined
  const [, host = '', port, below = ''] = read
  const path = object?.split('/') ?? []
  const portNumber = Number(port ?? usualPort)
  if (path.includes('') || portNumber < 1 || portNumber > 65_535) return undefined
  return {
    endpointUrl: `opc.tcp://${host}:${portNumber}${below}`,
    host: host.replace(/^\[|\]$/g, ''),
    port: portNumber,
    path,
  }
}
