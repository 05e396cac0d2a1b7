import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@packboard/contract'
import { CallFailed } from '../api/call.ts'
import { textsOf } from '../i18n/useTexts.ts'

/** What talks to the device comes with the first use of a passkey. */
const library = () => import('@simplewebauthn/browser')

/** A passkey of the device signs. */
export async function signOnDevice(optionsJSON: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library()
  const { id, rawId, response } = await onDevice(() => startAuthentication({ optionsJSON }))
  const { clientDataJSON, authenticatorData, signature } = response
  return {
    ...{ id, rawId, type: 'public-key' },
    response: { clientDataJSON, authenticatorData, signature },
  }
}

/** The device makes a new passkey. */
export async function makeOnDevice(optionsJSON: PasskeyCreation): Promise<PasskeyAttestation> {
  const { startRegistration } = await library()
  const { id, rawId, response } = await onDevice(() => startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  return {
    ...{ id, rawId, type: 'public-key' },
    response: { clientDataJSON, attestationObject, transports },
  }
}

/** Browsers say no more than that it was not done, on purpose. */
async function onDevice<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    const isKnown =
      error instanceof Error &&
      'code' in error &&
      error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new CallFailed(0, textsOf('account')(isKnown ? 'passkeyIsThere' : 'passkeyNotUsed'))
  }
}

/** Whether passkeys work at the address that this page was opened at. */
export const passkeysWorkHere = (at: string | null) =>
  at === window.location.origin && 'PublicKeyCredential' in window
