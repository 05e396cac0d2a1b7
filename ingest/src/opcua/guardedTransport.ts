import {
  ClientTCP_transport,
  type IClientTransportFactory,
  type IHelloAckLimits,
  StatusCodes2,
  type TransportSettingsOptions,
} from 'node-opcua-transport'
import type { AllowedHosts } from './allowedHosts.ts'
import { chunkBytes, messageBytes } from './limits.ts'

/** Where a chunk says whether it is the last of its message, and how. */
const finalAt = 3
const goesOn = 'C'.charCodeAt(0)

/**
 * Connects to the address that was checked, and to no other; the server still reads the address that was set. A server says how large its
 * messages may be, and the library believes it: the connection ends where a message becomes larger than we said, and `onTooLarge` is called.
 */
export function guardedTransport(
  hosts: AllowedHosts,
  onTooLarge: () => void,
): IClientTransportFactory {
  class GuardedTransport extends ClientTCP_transport {
    constructor(settings?: TransportSettingsOptions) {
      super(settings)
      let unfinished = 0
      this.on('chunk', (chunk: Buffer) => {
        unfinished += chunk.length
        if (unfinished > messageBytes) {
          const limit = new Error(`a message above ${messageBytes} bytes`)
          this.prematureTerminate(limit, StatusCodes2.BadTcpMessageTooLarge)
        }
        if (chunk[finalAt] !== goesOn) unfinished = 0
      })
    }

    override setLimits(theirs: IHelloAckLimits): void {
      super.setLimits({
        ...theirs,
        receiveBufferSize: least(theirs.receiveBufferSize, chunkBytes),
        maxMessageSize: least(theirs.maxMessageSize, messageBytes),
        maxChunkCount: least(theirs.maxChunkCount, messageBytes / chunkBytes),
      })
    }

    override prematureTerminate(
      error: Error,
      status: Parameters<ClientTCP_transport['prematureTerminate']>[1],
    ): void {
      if (status === StatusCodes2.BadTcpMessageTooLarge) onTooLarge()
      super.prematureTerminate(error, status)
    }

    override connect(endpointUrl: string, callback: (error?: Error) => void): void {
      const { hostname } = new URL(endpointUrl)
      hosts.resolve(hostname.replace(/^\[|\]$/g, '')).then(
        (address) => {
          super.connect(withHost(endpointUrl, address), callback)
          this.endpointUrl = endpointUrl
        },
        (error: Error) => callback(error),
      )
    }
  }
  return { create: (settings) => new GuardedTransport(settings) }
}

/** 0: the server has no limit. */
const least = (theirs: number, ours: number) => (theirs === 0 ? ours : Math.min(theirs, ours))

/** The same endpoint under the number of its host. */
export function withHost(endpointUrl: string, address: string): string {
  const host = address.includes(':') ? `[${address}]` : address
  return endpointUrl.replace(/^opc\.tcp:\/\/(\[[^\]]*\]|[^:/]*)/i, `opc.tcp://${host}`)
}
