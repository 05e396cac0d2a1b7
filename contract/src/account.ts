import { factorLimits, factorModes } from '@packboard/model'
import { session } from './auth.ts'
import { endpoint, id, instant } from './endpoint.ts'
import { done, email, filled, isName, text } from './panel/panelParts.ts'
import {
  passkeyAssertion,
  passkeyAttestation,
  passkeyCreation,
  passkeyRequest,
} from './passkeys.ts'
import { z } from './z.ts'

const factorCode = z.string().max(64)

/** What was shown; the first that is there counts. */
const shownFactor = {
  code: factorCode.optional().describe('Of the authenticator app'),
  assertion: passkeyAssertion.optional(),
  recoveryCode: factorCode.optional(),
}

const newPasskey = passkeyAttestation.extend({
  name: z.string().trim().min(1).max(factorLimits.passkeyName),
})

const factorTicket = z.string().max(64)

const secondFactorBody = z.object({
  ticket: factorTicket,
  ...shownFactor,
  passkey: newPasskey.optional().describe('A new one, where a factor has to be set up'),
})

/** Why passkeys do not work at the address of this installation. */
export const passkeyObstacles = ['publicUrl', 'name', 'tls'] as const

const factors = z.object({
  mode: z.enum(factorModes).describe('Of whom a second factor is wanted here'),
  wanted: z.boolean().describe('Whether one is wanted of this person'),
  dueAt: instant
    .nullable()
    .describe('From when on a sign-in without a factor leads to setting one up; null: never'),
  totpSince: instant.nullable().describe('Since when the authenticator app is on'),
  passkeys: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      createdAt: instant,
      lastUsedAt: instant.nullable(),
    }),
  ),
  passkeysAt: z.string().nullable().describe('The origin at which passkeys work; null: nowhere'),
  passkeyObstacle: z
    .enum(passkeyObstacles)
    .nullable()
    .describe('What the address of this installation lacks for passkeys'),
  recoveryCodes: z
    .object({ left: z.number().int(), madeAt: instant })
    .nullable()
    .describe('null: there are none'),
})

export const account = endpoint('GET', '/api/account', {
  summary: 'The account of the caller, and what it signs in with',
  answer: z.object({
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    pendingEmail: z.string().nullable().describe('Takes effect by the link that was sent to it'),
    distributorName: z.string().nullable(),
    hasPassword: z.boolean(),
    passwordChangedAt: instant.nullable(),
    factors,
  }),
})
export type Account = z.output<typeof account.answer>

export const setAccount = endpoint('PUT', '/api/account', {
  summary: 'Change the names of the caller',
  body: z.object({ firstName: isName(filled), lastName: isName(text) }),
  answer: done,
})

export const setAccountEmail = endpoint('PUT', '/api/account/email', {
  summary: 'Ask for another e-mail address: the old one is informed, a link confirms the new one',
  body: z.object({ email }),
  answer: done,
})

const confirmMethods = ['totp', 'passkey', 'recoveryCode', 'password', 'company'] as const

export const confirmOptions = endpoint('POST', '/api/account/confirm/options', {
  summary: 'What the caller may confirm with',
  answer: z.object({
    methods: z.array(z.enum(confirmMethods)),
    passkey: passkeyRequest.nullable().describe('What a passkey has to sign; null without one'),
  }),
})
export type ConfirmOptions = z.output<typeof confirmOptions.answer>

/**
 * The answer to 403 `factor.confirm`: the person shows again who it is, and the refused call is made once more. It counts for ten minutes of
 * this session.
 */
export const confirmIdentity = endpoint('POST', '/api/account/confirm', {
  summary: 'Confirm that it is still you, before what erases, opens or hands on',
  body: z.object({ ...shownFactor, password: z.string().max(256).optional() }),
  answer: done,
})
export type Confirmation = z.output<typeof confirmIdentity.body>

export const ownSessions = endpoint('GET', '/api/account/sessions', {
  summary: 'The open sessions of the caller, the last used first',
  answer: z.object({
    sessions: z.array(
      z.object({
        id: z.number().int(),
        way: z.enum(['password', 'passkey', 'company']),
        browser: z.string().nullable(),
        system: z.string().nullable(),
        device: z.enum(['computer', 'phone', 'tablet']),
        address: z.string(),
        network: z.string().describe('The address, or the /64 network of an IPv6 address'),
        createdAt: instant,
        lastSeenAt: instant,
        current: z.boolean().describe('The session of this call'),
      }),
    ),
  }),
})
export type OwnSessionRow = z.output<typeof ownSessions.answer>['sessions'][number]

export const endOwnSession = endpoint('DELETE', '/api/account/sessions/:id', {
  summary: 'End one session of the caller',
  params: z.object({ id }),
  answer: done,
})

export const endOtherSessions = endpoint('DELETE', '/api/account/sessions', {
  summary: 'End every session of the caller but this one',
  answer: z.object({ message: z.string(), ended: z.number().int() }),
})

const newTotp = z.object({
  secret: z.string().describe('Base32, to be typed into the app'),
  uri: z.string().describe('otpauth://…, to be shown as a QR code'),
})

export const beginTotp = endpoint('POST', '/api/account/totp', {
  summary: 'Make the secret of an authenticator app; it counts once a code of it was shown',
  answer: newTotp,
})

export const switchOnTotp = endpoint('PUT', '/api/account/totp', {
  summary: 'Switch the authenticator app on with its first code',
  body: z.object({ code: factorCode }),
  answer: done,
})

export const switchOffTotp = endpoint('DELETE', '/api/account/totp', {
  summary: 'Switch the authenticator app off',
  answer: done,
})

export const passkeyToAdd = endpoint('POST', '/api/account/passkeys/options', {
  summary: 'What a new passkey of the caller has to sign',
  answer: passkeyCreation,
})

export const addPasskey = endpoint('POST', '/api/account/passkeys', {
  summary: 'Keep a new passkey of the caller',
  body: newPasskey,
  answer: done,
})

export const removePasskey = endpoint('DELETE', '/api/account/passkeys/:id', {
  summary: 'Remove a passkey of the caller',
  params: z.object({ id }),
  answer: done,
})

export const renewRecoveryCodes = endpoint('POST', '/api/account/recovery-codes', {
  summary: 'Make ten new recovery codes, shown this once; those from before are void',
  answer: z.object({ codes: z.array(z.string()) }),
})

export const showSecondFactor = endpoint('POST', '/api/auth/second-factor', {
  summary: 'The second step of a sign-in: a code, a passkey or a recovery code',
  body: secondFactorBody,
  answer: session.extend({
    recoveryCodes: z
      .array(z.string())
      .optional()
      .describe('Of a factor that was just set up: shown this once'),
  }),
})

export const signInByPasskey = endpoint('POST', '/api/auth/passkey', {
  summary: 'Sign in by a passkey alone, which is two factors',
  body: z.object({ assertion: passkeyAssertion, browserSaved: z.boolean().default(true) }),
  answer: session,
})

export const setAccountPassword = endpoint('PUT', '/api/account/password', {
  summary: 'Choose another password with the present one: every other session of the caller ends',
  body: z.object({ oldPassword: z.string().max(256), newPassword: z.string().max(256) }),
  answer: session,
})

export const setUpFactor = endpoint('POST', '/api/auth/second-factor/set-up', {
  summary: 'Begin to set up the factor that a sign-in wants',
  body: z.object({ ticket: factorTicket, method: z.enum(['totp', 'passkey']) }),
  answer: z.object({ totp: newTotp.nullable(), passkey: passkeyCreation.nullable() }),
})

export const passkeyOptions = endpoint('POST', '/api/auth/passkey/options', {
  summary: 'What a passkey has to sign: of a ticket of this person, without one of any person',
  body: z.object({ ticket: factorTicket.optional() }),
  answer: passkeyRequest,
})

export const signInSettings = endpoint('GET', '/api/admin/sign-in', {
  summary: 'The notice before the sign-in, and how long sessions stay open without use',
  answer: z.object({
    notice: z.string(),
    idleMinutes: z.number().int().nullable().describe('null: the times of Packboard'),
    mode: z.enum(factorModes).describe('MFA'),
    version: z.number().int(),
  }),
})
export type SignInSettings = z.output<typeof signInSettings.answer>

export const setSignInSettings = endpoint('PUT', '/api/admin/sign-in', {
  summary: 'Set the notice before the sign-in, and a shorter time without use for all sessions',
  body: z.object({
    notice: z.string().trim().max(2_000),
    idleMinutes: z.number().int().min(5).max(10_080).nullable(),
    version: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('As it was read; 409 when somebody was faster'),
  }),
  answer: z.object({ message: z.string(), version: z.number().int() }),
})

export const resetFactors = endpoint('DELETE', '/api/admin/user/:id/factors', {
  summary: 'Remove the second factors of somebody who lost the device, and end its sessions',
  params: z.object({ id }),
  answer: done,
})
