import { factorMethods } from '@packboard/model'
import { endpoint, instant } from './endpoint.ts'
import { z } from './z.ts'

/**
 * What the signed-in person may do, as the server decides it for each call. Screens offer what is in here and decide
 * nothing from the role.
 */
export const permissions = z.object({
  chooseClient: z.boolean().describe('Choose among clients'),
  readDashboards: z.boolean().describe('See machines, charts and tables'),
  editProducts: z.boolean(),
  eraseNames: z.boolean().describe('Erase the name of an operator from the records'),
  setShifts: z.boolean(),
  setRules: z.boolean().describe('Set by which rules the figures of a client are'),
  labelStops: z.boolean().describe('Say why a machine stood, up to 24 hours after a stop'),
  labelOldStops: z.boolean().describe('The same at any time'),
  signShifts: z.boolean().describe('Write notes of a shift, and sign its hand-over as oneself'),
  setLineFlow: z.boolean().describe('Set the flow of lines'),
  setDefinitions: z.boolean().describe('Set the definition of an earlier system'),
  nameRoots: z.boolean().describe('Name the root of a stop in place of the rule'),
  editAlertRules: z.boolean().describe('Set by which rules alerts open, and mute them'),
  importRecords: z.boolean(),
  readAuditLog: z.boolean(),
  readQuarantine: z.boolean().describe('See the outcomes of received records'),
  openPanel: z.boolean().describe('Open the management panel and its Users table'),
  manageUsers: z.boolean().describe('Add, edit and delete users'),
  approveUsers: z.boolean().describe('Give role and client to an account that awaits approval'),
  readDevices: z.boolean().describe('See the devices that send records'),
  manageDevices: z.boolean().describe('Add devices and give them tokens'),
  deleteDevices: z.boolean(),
  manageKioskLinks: z.boolean().describe('Make and revoke wall links'),
  manageCompanySignIn: z.boolean().describe('Set up the sign-in of the own company'),
  manageProgramKeys: z.boolean().describe('Make and revoke keys for programs'),
  readHooks: z.boolean().describe('See webhooks, brokers and addresses, and what was sent to them'),
  setReports: z
    .boolean()
    .describe('Set up reports by mail, send one by hand, and see what was sent'),
  setHooks: z.boolean().describe('Set up webhooks, brokers and addresses of messages'),
  nameLines: z.boolean().describe('See machines in the panel and name their lines'),
  manageInstallation: z.boolean().describe('Distributors, clients, machines and machine types'),
  restoreDeleted: z.boolean(),
})
export type Permissions = z.output<typeof permissions>

export const session = z.object({
  accessToken: z.string(),
  id: z.number().int(),
  username: z.string(),
  firstName: z.string(),
  role: z.enum(['admin', 'clientAdmin', 'user', 'engineer', 'distributor']),
  clientId: z.number().int().nullable(),
  clientName: z.string().nullable(),
  subscriptionLabel: z.string().nullable().describe('Of the own client; null for staff'),
  distributorId: z.number().int().nullable(),
  permissions,
  givableRoles: z
    .array(z.number().int())
    .describe('User groups that this person may give to an account'),
  factorDueAt: instant
    .optional()
    .describe('From when on a sign-in wants a second factor, which this person has not'),
})
/** The signed-in person, as the browser keeps it. */
export type Session = z.output<typeof session>

/** A right password of which the second factor is due: no session yet. */
export const secondFactorDue = z.object({
  secondFactor: z.object({
    ticket: z.string().describe('Good for the second step of this sign-in alone'),
    methods: z
      .array(z.enum(factorMethods))
      .describe('What the person may show; setUp: nothing yet, a factor has to be set up first'),
    until: instant,
  }),
})
export type SecondFactorDue = z.output<typeof secondFactorDue>['secondFactor']

export const signIn = endpoint('POST', '/api/auth/:slug-signin', {
  summary: 'Sign in; any product slug is accepted and none changes anything',
  params: z.object({ slug: z.string().regex(/^[a-z0-9-]{1,40}$/) }),
  body: z.object({
    username: z.string().max(254),
    password: z.string().max(256),
    browserSaved: z.boolean().default(true),
  }),
  answer: z.union([session, secondFactorDue]),
})

export const signOut = endpoint('POST', '/api/auth/signout', {
  summary: 'End this session everywhere',
  answer: z.object({ message: z.string() }),
})

const done = z.object({ message: z.string() })

/** Self-registration: an account that exists once its address is confirmed, and awaits approval then (D36, D82). */
export const signUp = endpoint('POST', '/api/auth/signup', {
  summary:
    'Register: a link is sent to the address. There the password is chosen, and the account awaits approval; the password of this call is only checked',
  body: z.object({
    username: z.string().trim().min(1).max(64),
    email: z.email().max(254),
    password: z.string().max(256),
  }),
  answer: done,
})

export const forgotPassword = endpoint('POST', '/api/auth/forgotPassword', {
  summary: 'Send a reset link; the same answer in the same time whether the address is known',
  body: z.object({ email: z.string().trim().max(254) }),
  answer: done,
})

export const resetPassword = endpoint('POST', '/api/auth/resetPassword', {
  summary: 'Set a password with the token of a link; for an invitation the terms must be accepted',
  body: z.object({
    newPassword: z.string().max(256),
    resetToken: z.string().max(128),
    termsAccepted: z.boolean().optional(),
  }),
  answer: done,
})

/** The new e-mail address of an account takes effect by the link that was sent to it (D82). */
export const confirmEmail = endpoint('POST', '/api/auth/confirmEmail', {
  summary: 'Confirm the new e-mail address of an account with the token of the link sent to it',
  body: z.object({ emailToken: z.string().max(128) }),
  answer: done,
})

/** The e-mails of an installation without SMTP_URL, for its development page (D49). */
export const outbox = endpoint('GET', '/api/auth/outbox', {
  summary: 'The local outbox of the demo; absent where e-mails are really sent',
  answer: z.object({
    mails: z.array(
      z.object({ at: instant, to: z.string(), subject: z.string(), text: z.string() }),
    ),
  }),
})

/** Who runs this installation, as its footer shows it; neutral unless configured (D56). */
export const provider = endpoint('GET', '/api/provider', {
  summary: 'Name and footer links of the provider; needs no session',
  answer: z.object({
    name: z.string(),
    links: z.array(z.object({ label: z.string(), href: z.url() })),
    demo: z.boolean().default(false).describe('A virtual plant, for trying it out'),
    signUp: z.boolean().describe('Whether anybody may ask for an account here'),
    history: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .default(null)
      .describe('How much of the past of the demo is written; null when none is being written'),
    outbox: z.boolean().describe('Whether e-mails are kept in the local outbox of the demo'),
    notice: z.string().default('').describe('Shown before the sign-in; empty: none'),
    passkeysAt: z
      .string()
      .nullable()
      .default(null)
      .describe('The origin at which passkeys sign in; null: nowhere'),
    company: z
      .object({ start: z.string().nullable() })
      .nullable()
      .default(null)
      .describe('Sign-in of companies; null: there is none; start null: there are several'),
  }),
})
export type Provider = z.output<typeof provider.answer>
