import { AppError, type ErrorCode } from '@packboard/model'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { isRefusal } from './providerFetch.ts'

/** Codes of the library for what a token or an answer may have wrong, as a failure of the catalogue. */
const byCode: Readonly<Record<string, ErrorCode>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'company.clock',
  OAUTH_KEY_SELECTION_FAILED: 'company.signature',
  OAUTH_UNSUPPORTED_OPERATION: 'company.algorithm',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'company.foreignIssuer',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'company.notHttps',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'company.notHttps',
  OAUTH_TIMEOUT: 'company.away',
  OAUTH_ABORT: 'company.away',
  OAUTH_PARSE_ERROR: 'company.notConform',
  OAUTH_RESPONSE_IS_NOT_JSON: 'company.notConform',
  OAUTH_MISSING_SERVER_METADATA: 'company.notConform',
  OAUTH_INVALID_SERVER_METADATA: 'company.notConform',
}

/** Claims of a token that was made for another sign-in, program or issuer. */
const byClaim: Readonly<Record<string, ErrorCode>> = {
  nonce: 'company.nonce',
  aud: 'company.audience',
  azp: 'company.audience',
  iss: 'company.foreignIssuer',
}

/** Why a company did not sign a person in, as one failure of the catalogue; the words of the library go to the log alone. */
export function companyFailure(error: unknown): AppError {
  const own = isRefusal(error)
  if (own) return own
  return new AppError(codeOf(error), { cause: error })
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AuthorizationResponseError) return 'company.refused'
  if (error instanceof ResponseBodyError) {
    return error.error === 'invalid_grant' ? 'company.codeUsed' : 'company.clientRefused'
  }
  if (error instanceof WWWAuthenticateChallengeError) return 'company.clientRefused'
  if (!(error instanceof ClientError)) return 'company.notConform'
  const { code = '' } = error
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return ofStatus(error.cause)
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') {
    return byClaim[String(detailOf(error, 'claim'))] ?? 'company.claims'
  }
  // Of the userinfo endpoint; of the discovery document it is the issuer.
  if (detailOf(error, 'attribute') === 'sub') return 'company.claims'
  if (code === 'OAUTH_INVALID_RESPONSE') {
    if (detailOf(error, 'header') !== undefined) return 'company.algorithm'
    const words = messageBehind(error)
    if (words.includes('"iss"')) return 'company.foreignIssuer'
    if (words.includes('signature')) return 'company.signature'
    return words.includes('"state"') ? 'company.stateUsed' : 'company.claims'
  }
  return byCode[code] ?? 'company.notConform'
}

/** A failing company is away, another answer is none of OpenID Connect. */
const ofStatus = (response: unknown): ErrorCode =>
  response instanceof Response && response.status >= 500 ? 'company.away' : 'company.notConform'

/** The library keeps what it compared in the cause of the cause. */
function detailOf(error: Error, name: string): unknown {
  const { cause } = error
  const detail = cause instanceof Error ? cause.cause : undefined
  return typeof detail === 'object' && detail !== null ? Reflect.get(detail, name) : undefined
}

const messageBehind = ({ cause, message }: Error): string =>
  cause instanceof Error ? cause.message : message
