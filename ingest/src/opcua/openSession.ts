import {
  type ClientSession,
  DataTypeExtractStrategy,
  type EndpointDescription,
  MessageSecurityMode,
  OPCUAClient,
  type OPCUAClientOptions,
  SecurityPolicy,
  setErrorLogger,
  setWarningLogger,
  UserTokenType,
} from 'node-opcua-client'
import { InMemoryCertificateStore } from 'node-opcua-common'
import {
  ClientTCP_transport,
  type IClientTransportFactory,
  type IHelloAckLimits,
  StatusCodes2,
  type TransportSettingsOptions,
} from 'node-opcua-transport'
import type { OpcUaSetting } from '../directory.ts'
import type { AllowedHosts } from './allowedHosts.ts'
import type { Certificates } from './certificates.ts'
import { OpcUaFailure, type ShownCertificate } from './found.ts'
import { chunkBytes, connectMs, messageBytes, requestMs, sessionMs } from './limits.ts'

// What the library would print. What matters of it reaches the log and the screen as a sentence of our own.
const silence = () => undefined
setWarningLogger(silence)
setErrorLogger(silence)

/** Where a chunk says whether it is the last of its message, and how. */
const finalAt = 3
const goesOn = 'C'.charCodeAt(0)

/**
 * Connects to the address that was checked, and to no other; the server still reads the address that was set. A server says how large its
 * messages may be, and the library believes it: the connection ends where a message becomes larger than we said, and `onTooLarge` is called.
 */
function guardedTransport(hosts: AllowedHosts, onTooLarge: () => void): IClientTransportFactory {
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
function withHost(endpointUrl: string, address: string): string {
  const host = address.includes(':') ? `[${address}]` : address
  return endpointUrl.replace(/^opc\.tcp:\/\/(\[[^\]]*\]|[^:/]*)/i, `opc.tcp://${host}`)
}

/**
 * Whether an error that nobody waited for is the library's word that a session ended while it read how a structure is
 * built. The connection that had the session is ended or made anew by then, so the error concerns nobody. It has no class
 * of its own, and this room does not load the library before a machine needs it.
 */
export function isOfClosedSession(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.message.startsWith('Session has been closed') &&
    /[\\/]node-opcua-client[\\/]/.test(error.stack ?? '')
  )
}

type Opened = {
  readonly client: OPCUAClient
  readonly session: ClientSession
  readonly security: { readonly mode: string; readonly policy: string }
  readonly server: string
}

/** Connects, checks who the server is, and signs in. */
export async function openSession(options: {
  readonly endpointUrl: string
  readonly host: string
  readonly setting: Pick<OpcUaSetting, 'security' | 'userName' | 'password' | 'trusted'>
  readonly hosts: AllowedHosts
  readonly certificates: Certificates
  readonly now: number
  /** Called with the certificate that the server shows; null: it is read without one. */
  readonly shown: (certificate: ShownCertificate | null) => void
  /** Called with each connection as soon as there is one, so that it can be ended from outside. */
  readonly opening: (client: OPCUAClient) => void
}): Promise<Opened> {
  const { endpointUrl, host, setting, hosts, certificates } = options
  const address = await hosts.resolve(host)
  let isTooLarge = false
  const common: OPCUAClientOptions = {
    applicationName: 'Packboard',
    applicationUri: certificates.applicationUri,
    clientName: 'Packboard',
    endpointMustExist: false,
    certificateKeyPairProvider: certificates.own,
    transportFactory: guardedTransport(hosts, () => {
      isTooLarge = true
    }),
    transportTimeout: connectMs,
    transportSettings: {
      receiveBufferSize: chunkBytes,
      maxMessageSize: messageBytes,
      maxChunkCount: messageBytes / chunkBytes,
    },
    defaultTransactionTimeout: requestMs,
    requestedSessionTimeout: sessionMs,
  }

  const endpoints = await listEndpoints()
  const endpoint = chooseEndpoint(endpoints, setting)
  const isPlain = endpoint.securityMode === MessageSecurityMode.None
  if (isPlain) options.shown(null)
  else {
    const { now, shown } = options
    const trusted = setting.trusted ?? null
    await certificates.demandTrusted(host, endpoint.serverCertificate, { now, trusted, shown })
  }

  const trusting = new InMemoryCertificateStore({ autoAcceptUnknown: false })
  if (!isPlain) await trusting.trustCertificate(endpoint.serverCertificate)
  const client = OPCUAClient.create({
    ...common,
    securityMode: endpoint.securityMode,
    securityPolicy: (endpoint.securityPolicyUri ?? SecurityPolicy.None) as SecurityPolicy,
    ...(!isPlain && { serverCertificate: endpoint.serverCertificate }),
    clientCertificateManager: trusting,
    // Where the library looks for a changed certificate: the same address, already checked.
    discoveryUrl: withHost(endpointUrl, address),
    // A connection that broke is repaired, so that what the server queued meanwhile is not lost.
    connectionStrategy: { maxRetry: 1, initialDelay: 500, maxDelay: 2_000 },
    keepSessionAlive: true,
    // Of a server with hundreds of types those that its machine has; all of them take many round trips.
    dataTypeExtractStrategy: DataTypeExtractStrategy.Lazy,
  })
  options.opening(client)
  await client.connect(endpointUrl).catch((error: unknown) => {
    throw isTooLarge ? tooLarge(host, error) : connectFailure(error, host)
  })
  const { userName, password } = setting
  const session = await client
    .createSession(
      userName === null
        ? { type: UserTokenType.Anonymous }
        : { type: UserTokenType.UserName, userName, password: password ?? '' },
    )
    .catch((error: unknown) => {
      throw signInFailure(error, host)
    })
  return {
    client,
    session,
    security: { mode: MessageSecurityMode[endpoint.securityMode], policy: policyOf(endpoint) },
    server: endpoint.server.applicationName.text ?? endpoint.server.applicationUri ?? host,
  }

  async function listEndpoints(): Promise<EndpointDescription[]> {
    const prober = OPCUAClient.create({
      ...common,
      securityMode: MessageSecurityMode.None,
      securityPolicy: SecurityPolicy.None,
      clientCertificateManager: new InMemoryCertificateStore({ autoAcceptUnknown: false }),
      connectionStrategy: { maxRetry: 0, initialDelay: 500, maxDelay: 2_000 },
    })
    options.opening(prober)
    try {
      await prober.connect(endpointUrl)
      return await prober.getEndpoints({ endpointUrl })
    } catch (error) {
      throw isTooLarge ? tooLarge(host, error) : connectFailure(error, host)
    } finally {
      await prober.disconnect().catch(() => undefined)
    }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A failure of ours that went through the library is the one that counts. */
function ours(error: unknown): OpcUaFailure | undefined {
  if (error instanceof OpcUaFailure) return error
  return error instanceof Error && error.cause !== undefined ? ours(error.cause) : undefined
}

const tooLarge = (host: string, cause: unknown) =>
  new OpcUaFailure(
    'failed',
    `${host} sends messages above 4 MB or chunks above 64 kB, or is no OPC UA server: check its address and its port.`,
    cause,
  )

function connectFailure(error: unknown, host: string): OpcUaFailure {
  const known = ours(error)
  if (known) return known
  if (/BadSecurityChecksFailed|BadCertificate|rejected by server/.test(messageOf(error))) {
    return new OpcUaFailure(
      'signInRefused',
      `${host} does not trust Packboard: import opcua/own/packboard.der of the data directory there.`,
      error,
    )
  }
  return new OpcUaFailure(
    'unreachable',
    `No OPC UA server answers at ${host}: check its address, its port and the firewall.`,
    error,
  )
}

function signInFailure(error: unknown, host: string): OpcUaFailure {
  if (/BadUserAccessDenied|BadIdentityToken|BadUserSignature/.test(messageOf(error))) {
    return new OpcUaFailure(
      'signInRefused',
      `${host} refuses this user: correct the user name and the password, or allow anonymous users there.`,
      error,
    )
  }
  return new OpcUaFailure(
    'failed',
    `${host} opens no session: ${messageOf(error).slice(0, 300)}`,
    error,
  )
}

/** Policies that are still held to be safe, the strongest first. */
const policies = ['Aes256_Sha256_RsaPss', 'Aes128_Sha256_RsaOaep', 'Basic256Sha256']
const plain = 'None'

const modes = {
  none: [MessageSecurityMode.None],
  sign: [MessageSecurityMode.Sign],
  signAndEncrypt: [MessageSecurityMode.SignAndEncrypt],
  // Never without: a server that offers no security is read only where the setting says so (T82).
  strongest: [MessageSecurityMode.SignAndEncrypt, MessageSecurityMode.Sign],
} as const

const named: Record<keyof typeof modes, string> = {
  none: 'none',
  sign: 'signing',
  signAndEncrypt: 'signing and encryption',
  strongest: 'signing or encryption',
}

/** The name of a policy, which stands after the # of its address. */
const policyOf = (endpoint: EndpointDescription) => endpoint.securityPolicyUri?.split('#')[1] ?? ''

/** The endpoint of a server that the setting allows, the strongest first. */
function chooseEndpoint(
  offered: readonly EndpointDescription[],
  { security, userName }: Pick<OpcUaSetting, 'security' | 'userName'>,
): EndpointDescription {
  const binary = offered.filter(({ endpointUrl }) => endpointUrl?.startsWith('opc.tcp:') ?? false)
  for (const mode of modes[security]) {
    const known = mode === MessageSecurityMode.None ? [plain] : policies
    for (const policy of known) {
      const endpoint = binary.find((one) => one.securityMode === mode && policyOf(one) === policy)
      if (!endpoint) continue
      demandSignIn(endpoint, userName)
      return endpoint
    }
  }
  const isPlainOffered = binary.some((one) => one.securityMode === MessageSecurityMode.None)
  throw new OpcUaFailure(
    'noSecurity',
    `The server offers no ${named[security]} that is still held to be safe${
      isPlainOffered && security !== 'none'
        ? ': switch it on at the server, or set security to none where its network is your own.'
        : ': choose another security, or switch it on at the server.'
    }`,
  )
}

/** The server takes such a user here, and a password never goes over the line in clear. */
function demandSignIn(endpoint: EndpointDescription, userName: string | null) {
  const wanted = userName === null ? UserTokenType.Anonymous : UserTokenType.UserName
  const tokens = (endpoint.userIdentityTokens ?? []).filter(({ tokenType }) => tokenType === wanted)
  if (tokens.length === 0) {
    throw new OpcUaFailure(
      'signInRefused',
      userName === null
        ? 'The server demands a user: give a user name and a password, or allow anonymous users there.'
        : 'The server takes no user name here: leave it out, or allow it at the server.',
    )
  }
  // Without a policy of its own, a token has that of its endpoint.
  const hides = ({ securityPolicyUri }: { securityPolicyUri: string | null }) =>
    (securityPolicyUri || (endpoint.securityPolicyUri ?? '')).split('#')[1] !== plain
  // In an encrypted channel a token may have no policy of its own: the channel hides it.
  const isHidden =
    endpoint.securityMode === MessageSecurityMode.SignAndEncrypt || tokens.every(hides)
  if (userName === null || isHidden) return
  throw new OpcUaFailure(
    'passwordInClear',
    'The server would receive the password in clear: choose signing and encryption, or leave the user name out.',
  )
}
