import { brokerOf, type Credential, type Reach, type SendingMachine } from './senderLines.ts'

/** What a person enters in a gateway of Sparkplug B. */
export type GatewaySettings = {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  readonly userName: string
  readonly password: string
  readonly group: string
  readonly edgeNode: string
  /** Null: the edge node itself is the machine. */
  readonly device: string | null
  /** It goes to the broker of the plant, whose account it needs. */
  readonly isExternal: boolean
}

/** The settings of the gateway of one machine, from its stored connection. */
export function gatewaySettings(
  machine: Pick<SendingMachine, 'address'>,
  credential: Credential,
  reach: Reach,
  pageUrl: string,
): GatewaySettings {
  const { isExternal, broker, host, account } = brokerOf(machine, credential, reach, pageUrl)
  const [group = '', edgeNode = '', device = null] = (machine.address ?? '').split('/')
  return {
    host,
    port: broker.port,
    isTls: broker.isTls,
    userName: account.name,
    password: account.token,
    group,
    edgeNode,
    device,
    isExternal,
  }
}
