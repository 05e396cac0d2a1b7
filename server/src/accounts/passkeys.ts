import { isIP } from 'node:net'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@packboard/contract'
import {
  type ChallengePurpose,
  type Management,
  makeChallenge,
  notePasskeyUse,
  passkeyNamed,
  passkeysOfUser,
  type StoredPasskey,
  takeChallenge,
} from '@packboard/management'
import { AppError, factorLimits } from '@packboard/model'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { isLoopbackHost } from '../http/connections.ts'

/** The address that passkeys of this installation belong to: its name, and how browsers open it. */
export type PasskeyPlace = { readonly rpId: string; readonly origin: string }

/** What an address lacks for passkeys: it is not set, it is a number, it is not encrypted. */
export type PasskeyObstacle = 'publicUrl' | 'name' | 'tls'

/** Where passkeys work, from PUBLIC_URL alone: what a request says of its address may be chosen by its caller. */
export function passkeyPlace(publicUrl: string | undefined): PasskeyPlace | PasskeyObstacle {
  if (publicUrl === undefined) return 'publicUrl'
  const { hostname, origin, protocol } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return 'name'
  // Browsers trust their own machine without encryption.
  if (protocol !== 'https:' && !isLoopbackHost(hostname)) return 'tls'
  return { rpId: hostname, origin }
}

/** The checks of passkeys at one address. */
export type Passkeys = ReturnType<typeof passkeysAt>

/** ES256, EdDSA and RS256: what the devices of today sign with (COSE). */
const supportedAlgorithmIDs = [-7, -8, -257]

const timeout = factorLimits.challengeMinutes * 60_000

export function passkeysAt(management: Management, { rpId, origin }: PasskeyPlace, name: string) {
  const named = ({ credentialId, transports }: StoredPasskey) => ({
    id: credentialId,
    type: 'public-key' as const,
    transports: [...transports],
  })

  return {
    /** What a passkey has to sign: one of this person, or of any person. */
    async request(about: Exclude<ChallengePurpose, { purpose: 'add' }>): Promise<PasskeyRequest> {
      const own = 'userId' in about ? await passkeysOfUser(management, about.userId) : []
      const challenge = await makeChallenge(management, about)
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        challenge,
        timeout,
        userVerification: 'required',
      })
      return {
        challenge: options.challenge,
        rpId,
        timeout,
        userVerification: 'required',
        allowCredentials: own.map(named),
      }
    },

    /** Whose passkey signed; refused with `passkey.unknown` or `passkey.refused`. */
    async check(assertion: PasskeyAssertion, about: ChallengePurpose): Promise<number> {
      const known = await passkeyNamed(management, assertion.id)
      if (!known || ('userId' in about && about.userId !== known.userId)) {
        throw new AppError('passkey.unknown')
      }
      const { verified, authenticationInfo } = await refusing(() =>
        verifyAuthenticationResponse({
          response: { ...assertion, clientExtensionResults: {} },
          expectedChallenge: (challenge) => takeChallenge(management, challenge, about),
          expectedOrigin: origin,
          expectedRPID: rpId,
          credential: {
            id: known.credentialId,
            publicKey: known.publicKey,
            counter: known.counter,
            transports: [...known.transports],
          },
        }),
      )
      if (!verified) throw new AppError('passkey.refused')
      await notePasskeyUse(management, known.credentialId, authenticationInfo.newCounter)
      return known.userId
    },

    /** What a new passkey of this person has to sign. */
    async creation(person: {
      readonly userId: number
      readonly username: string
      readonly displayName: string
    }): Promise<PasskeyCreation> {
      const own = await passkeysOfUser(management, person.userId)
      const challenge = await makeChallenge(management, { purpose: 'add', userId: person.userId })
      const options = await generateRegistrationOptions({
        rpName: name,
        rpID: rpId,
        userName: person.username,
        userDisplayName: person.displayName,
        userID: new TextEncoder().encode(`user ${person.userId}`),
        challenge,
        timeout,
        supportedAlgorithmIDs,
        attestationType: 'none',
      })
      return {
        challenge: options.challenge,
        rp: { id: rpId, name },
        user: options.user,
        pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
        timeout,
        excludeCredentials: own.map(named),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      }
    },

    /** A new passkey of this person, checked; refused with `passkey.refused`. */
    async checkNew(
      { id, rawId, type, response }: PasskeyAttestation,
      userId: number,
    ): Promise<Omit<StoredPasskey, 'userId'>> {
      const { registrationInfo } = await refusing(() =>
        verifyRegistrationResponse({
          response: { id, rawId, type, response, clientExtensionResults: {} },
          expectedChallenge: (challenge) =>
            takeChallenge(management, challenge, { purpose: 'add', userId }),
          expectedOrigin: origin,
          expectedRPID: rpId,
          supportedAlgorithmIDs,
        }),
      )
      if (!registrationInfo) throw new AppError('passkey.refused')
      const { credential } = registrationInfo
      return {
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: response.transports,
      }
    },
  }
}

/** What the check of the library complains of; its words quote what was signed. */
async function refusing<Answer>(check: () => Promise<Answer>): Promise<Answer> {
  try {
    return await check()
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('passkey.refused')
  }
}
