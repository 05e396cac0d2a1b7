import { ClientTCP_transport, type IClientTransportFactory } from 'node-opcua-transport'
import type { AllowedHosts } from './allowedHosts.ts'

/** Connects to the address that was checked, and to no other; the server still reads the address that was set. */
export function guardedTransport(hosts: AllowedHosts): IClientTransportFactory {
  class GuardedTransport extends ClientTCP_transport {
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

/** The same endpoint under the number of its host. */
export function withHost(endpointUrl: string, address: string): string {
  const host = address.includes(':') ? `[${address}]` : address
  return endpointUrl.replace(/^opc\.tcp:\/\/(\[[^\]]*\]|[^:/]*)/i, `opc.tcp://${host}`)
}
