import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@packboard/contract'

/** What a dishonest or broken device says otherwise. */
type Lies = {
  readonly origin?: string
  readonly rpId?: string
  /** False: nobody showed a fingerprint, face or PIN. */
  readonly verified?: boolean
  /** How often it says that it was used. */
  readonly counter?: number
  readonly type?: string
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** CBOR of what an attestation is made of: texts and bytes of up to 65,535, and heads of maps. */
const head = (kind: number, size: number) =>
  size < 24
    ? Buffer.from([kind + size])
    : size < 256
      ? Buffer.from([kind + 24, size])
      : Buffer.from([kind + 25, size >> 8, size & 255])
const text = (value: string) => Buffer.concat([head(0x60, value.length), Buffer.from(value)])
const bytes = (value: Uint8Array) => Buffer.concat([head(0x40, value.length), value])

const userPresent = 1
const userVerified = 4
const hasCredential = 64

/** A passkey of software (WebAuthn, ES256, attestation none), made for one origin. */
export function softPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = base64url(credentialId)
  let uses = 0

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )

  function authenticatorData(rpId: string, lies: Lies, credential = Buffer.alloc(0)) {
    uses += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? uses)
    const verified = lies.verified === false ? 0 : userVerified
    const flags = userPresent | verified | (credential.length > 0 ? hasCredential : 0)
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), counter, credential])
  }

  return {
    id,
    /** Answers what a browser asks of a device that is to make a passkey. */
    make({ challenge, rp }: PasskeyCreation, lies: Lies = {}): PasskeyAttestation {
      // COSE: an elliptic curve (2), ES256 (-7), P-256 (1), its point.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        bytes(Buffer.from(y, 'base64url')),
      ])
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255])
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const attestationObject = Buffer.concat([
        head(0xa0, 3),
        ...[text('fmt'), text('none'), text('attStmt'), head(0xa0, 0)],
        ...[text('authData'), bytes(authenticatorData(rp.id, lies, credential))],
      ])
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, lies)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },
    /** Answers what a browser asks of a device that has this passkey. */
    sign({ challenge, rpId }: PasskeyRequest, lies: Lies = {}): PasskeyAssertion {
      const client = clientData('webauthn.get', challenge, lies)
      const data = authenticatorData(rpId, lies)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      }
    },
  }
}
