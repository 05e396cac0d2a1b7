import { type EndpointDescription, MessageSecurityMode, UserTokenType } from 'node-opcua-client'
import type { OpcUaSetting } from '../directory.ts'
import { OpcUaFailure } from './found.ts'

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
export const policyOf = (endpoint: EndpointDescription) =>
  endpoint.securityPolicyUri?.split('#')[1] ?? ''

/** The endpoint of a server that the setting allows, the strongest first. */
export function chooseEndpoint(
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
  if (userName === null || tokens.every(hides)) return
  throw new OpcUaFailure(
    'passwordInClear',
    'The server would receive the password in clear: choose signing and encryption, or leave the user name out.',
  )
}
