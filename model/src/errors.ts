import { companyErrors } from './companyErrors.ts'

/** Every failure that a user may see: its code, its HTTP status and the text on the screen (D30). */
export const errorCatalogue = {
  'session.required': { status: 401, message: 'Please sign in.' },
  // Of calls of devices alone; the same for a wrong name and a wrong token.
  'device.unknown': {
    status: 401,
    message:
      'The name of the device or its token is not known here. Send x-access-token: NAME:TOKEN, or make a new token.',
  },
  'signin.failed': { status: 400, message: 'Invalid username or password!' },
  'signin.clientDisabled': {
    status: 400,
    message: 'Your company account is disabled. Please contact your provider.',
  },
  'signin.pending': { status: 400, message: 'Your account awaits approval.' },
  'signin.throttled': { status: 429, message: 'Too many attempts. Please wait a moment.' },
  'factor.confirm': { status: 403, message: 'Please confirm that it is you.' },
  'signIn.factorWrong': { status: 400, message: 'This code is wrong. Please try again.' },
  'signIn.ticketOver': {
    status: 400,
    message: 'This sign-in took too long or had too many tries. Please sign in again.',
  },
  'factor.codeUsed': {
    status: 400,
    message: 'This code was used before. Please wait for the next one.',
  },
  'factor.other': { status: 400, message: 'Please confirm in one of the ways that are offered.' },
  'factor.exists': {
    status: 409,
    message: 'An authenticator app is on already. Please turn it off first.',
  },
  'factor.notFound': { status: 404, message: 'There is no such factor.' },
  'factor.off': { status: 409, message: 'Second factors are switched off here.' },
  'passkey.refused': {
    status: 400,
    message: 'This passkey could not be checked. Please try again.',
  },
  'passkey.unknown': {
    status: 400,
    message: 'This passkey is not known here. Please sign in with your password.',
  },
  'passkey.notHere': {
    status: 409,
    message: 'Passkeys do not work at the address of this installation.',
  },
  'passkey.tooMany': {
    status: 409,
    message: 'You have 10 passkeys. Please remove one that is no longer needed.',
  },
  'session.notFound': { status: 404, message: 'Session not found.' },
  'password.wrong': { status: 400, message: 'This password is wrong.' },
  'signin.company': {
    status: 400,
    message: 'Your company signs you in. Please use the button below.',
  },
  'signup.off': {
    status: 403,
    message: 'Registration is switched off here. Please ask your provider for an account.',
  },
  'signup.nameTaken': { status: 409, message: 'This user name is already taken.' },
  'signup.full': {
    status: 429,
    message: 'Too many new accounts await approval. Please try again later.',
  },
  'reset.invalid': {
    status: 400,
    message: 'This link is no longer valid. Please ask for a new one.',
  },
  'password.refused': { status: 400, message: 'Please choose another password.' },
  'password.common': {
    status: 400,
    message: 'This password is too common. Please choose another one.',
  },
  'terms.required': { status: 400, message: 'Please check mark the Terms and Conditions!' },
  'request.invalid': { status: 400, message: 'Please check the highlighted fields.' },
  'request.tooLarge': { status: 413, message: 'This request is too large.' },
  'request.unsupportedType': { status: 415, message: 'This kind of content is not supported.' },
  'request.notAllowed': { status: 403, message: 'Not Allowed' },
  'request.tooMany': { status: 429, message: 'Too many requests. Please wait a moment.' },
  'answer.tooManyRows': {
    status: 400,
    message: 'This range has too many rows. Please choose a shorter range or fewer machines.',
  },
  'stops.windowTooLong': {
    status: 400,
    message:
      'The stops of all machines are listed for at most 31 days. Please choose a shorter period or one machine.',
  },
  'page.notFound': { status: 404, message: 'There is nothing here.' },
  'method.notAllowed': { status: 405, message: 'This address does not answer to this method.' },
  'client.notFound': { status: 404, message: 'Client not found.' },
  'client.noPremium': { status: 403, message: 'This client has no premium subscription.' },
  'machine.notFound': { status: 404, message: 'Machine not found.' },
  'machine.tooMany': {
    status: 409,
    message: 'This client has 2,000 machines, the most that one client may have.',
  },
  'machine.addressTaken': {
    status: 409,
    message: 'Another machine sends under this address already.',
  },
  'distributor.notFound': { status: 404, message: 'Distributor not found.' },
  'machineType.notFound': { status: 404, message: 'Machine type not found.' },
  'user.notFound': { status: 404, message: 'User not found.' },
  'device.notFound': { status: 404, message: 'Device not found.' },
  'device.tooMany': {
    status: 409,
    message: 'This client has too many devices. Delete one that is no longer needed.',
  },
  'kioskLink.notFound': { status: 404, message: 'Wall link not found.' },
  'kioskLink.tooMany': {
    status: 409,
    message: 'This client has too many wall links. Revoke one that is no longer needed.',
  },
  'kioskLink.wrongPin': {
    status: 403,
    message: 'This PIN is wrong. After 5 wrong PINs, each further one has to wait 5 minutes.',
  },
  'kioskLink.pinWait': {
    status: 429,
    message: 'Too many wrong PINs on this link. One more can be tried each 5 minutes.',
  },
  'kioskLink.pinSpent': {
    status: 403,
    message: '100 wrong PINs were tried: an administrator has to set a new one.',
  },
  'key.notFound': { status: 404, message: 'Key not found.' },
  'key.tooMany': {
    status: 409,
    message: 'There are 50 keys already. Please revoke one that is no longer needed.',
  },
  'key.group': { status: 403, message: 'This key may not read this.' },
  'key.rows': {
    status: 400,
    message: 'A key reads at most 10,000 rows in one call. Please choose a shorter range.',
  },
  'key.inAddress': {
    status: 400,
    message:
      'A key must not stand in an address, where logs keep it. It is revoked; please send a new one in the header Authorization.',
  },
  'deleted.notFound': { status: 404, message: 'There is nothing to restore.' },
  'settings.previewNeeded': {
    status: 400,
    message: 'This begins in the past. Please look at its preview first, and apply it from there.',
  },
  'settings.reasonNeeded': {
    status: 400,
    message: 'A change of the past needs a reason.',
  },
  'settings.previewUnknown': {
    status: 400,
    message: 'There is no such preview of yours. Please make a new one.',
  },
  'settings.previewOther': {
    status: 400,
    message: 'The preview was made for other values. Please make a new one.',
  },
  'settings.previewOld': {
    status: 400,
    message: 'The preview is older than 30 minutes. Please make a new one.',
  },
  'settings.previewOutdated': {
    status: 409,
    message: 'The settings were changed after the preview. Please make a new one.',
  },
  'settings.previewTooLong': {
    status: 400,
    message: 'A change reaches back 366 days at most. Please choose a later day.',
  },
  'settings.previewTooMany': {
    status: 400,
    message: 'A change of the past reaches 200 machines at most. Please enter it for fewer.',
  },
  'settings.previewBusy': {
    status: 409,
    message: 'Other previews are being computed. Please try again in a minute.',
  },
  'edit.conflict': {
    status: 409,
    message: 'Somebody else changed this meanwhile. Please look again.',
  },
  'savedView.tooMany': {
    status: 409,
    message: 'You have 100 saved views of this client. Delete one that is no longer needed.',
  },
  'plan.overlap': { status: 409, message: 'Two times of this plan overlap.' },
  'line.notFound': { status: 404, message: 'Line not found.' },
  'lineFlow.conflict': { status: 409, message: 'Two parts of this flow exclude each other.' },
  'lineRoot.noStop': { status: 400, message: 'The machine did not stand still at this time.' },
  'lineRoot.tooMany': {
    status: 409,
    message: 'This machine already has 1,000 named roots of the last 24 hours.',
  },
  'alert.notFound': { status: 404, message: 'Alert not found.' },
  'alertRule.notFound': { status: 404, message: 'Alert rule not found.' },
  'alertRule.idTaken': { status: 409, message: 'This rule is already known. Please look again.' },
  'reason.notFound': { status: 404, message: 'Reason not found.' },
  'label.taken': {
    status: 409,
    message: 'Somebody else said meanwhile why the machine stood here. Please look again.',
  },
  'label.noStop': {
    status: 400,
    message: 'The machine did not stand still during all of this time.',
  },
  'label.tooOld': {
    status: 403,
    message: 'This stop ended more than 24 hours ago. Please ask an engineer or administrator.',
  },
  'shift.signed': {
    status: 409,
    message: 'This side of the hand-over has already been signed.',
  },
  'shift.sameSigner': {
    status: 409,
    message: 'You signed the other side. Another person has to sign this one.',
  },
  'shift.tooEarly': {
    status: 409,
    message: 'A shift can be signed from 30 minutes before its end on.',
  },
  'shift.noNames': {
    status: 403,
    message: 'This client shows no names on tablets. Please sign in with your own account to sign.',
  },
  'shift.tooManyNotes': { status: 409, message: 'This shift already has 100 notes.' },
  'name.taken': { status: 409, message: 'This name is already taken.' },
  'user.notAvailable': {
    status: 409,
    message: 'This user name or e-mail address is not available.',
  },
  'row.inUse': { status: 409, message: 'This is still in use.' },
  'row.protected': { status: 409, message: 'This cannot be deleted or disabled.' },
  'restore.blocked': { status: 409, message: 'This cannot be restored yet.' },
  'picture.unsupported': { status: 415, message: 'The picture must be a PNG, JPEG or WebP file.' },
  'picture.tooLarge': {
    status: 413,
    message: 'The picture must be up to 5 MB and 4,096 pixels a side.',
  },
  'doors.late': {
    status: 503,
    message:
      'Your change is in force, but not all that receives records knows it after 15 seconds. Please do not repeat it.',
  },
  'store.busy': { status: 503, message: 'The data store is busy. Please try again.' },
  'store.full': {
    status: 503,
    message: 'The disk of the server is full. Please inform your provider and try again later.',
  },
  'secrets.noKey': {
    status: 503,
    message:
      'The key file of this server is missing, so no secret can be stored or read. Please inform your provider.',
  },
  'ingest.busy': { status: 503, message: 'Records cannot be stored right now. Please send again.' },
  'clock.wrong': {
    status: 503,
    message:
      'The clock of this server is wrong, so it takes no records. Please send again later, or to another server.',
  },
  'damage.notFound': { status: 404, message: 'Nothing of this month is damaged.' },
  'backup.running': {
    status: 409,
    message: 'A backup is being made already. Please wait for its end.',
  },
  'backup.elsewhere': {
    status: 409,
    message: 'The data stores are on other servers: the tools of those servers back them up.',
  },
  'recordFile.notFound': { status: 404, message: 'File not found.' },
  'recordFile.open': { status: 409, message: 'Another file is being imported.' },
  'recordFile.ended': { status: 409, message: 'This import is running or has ended.' },
  'recordFile.unreadable': { status: 400, message: 'This file cannot be read.' },
  'recordFile.expired': {
    status: 409,
    message: 'This upload was silent for 10 minutes and is over.',
  },
  'recordFile.share': {
    status: 429,
    message: 'Files of 500 MB wait already. Please import or cancel one of them first.',
  },
  'recordFile.elsewhere': { status: 409, message: 'Please send records by HTTP here.' },
  'records.damaged': {
    status: 500,
    message: 'These figures cannot be read: their records are damaged.',
  },
  'ingest.volume': {
    status: 429,
    message: 'This device has sent all that it may send today. Please send again later.',
  },
  'ingest.tooManyWrong': {
    status: 429,
    message:
      'This device sends more wrong records than are read. Please mend it; the kept-aside records say what is wrong.',
  },
  'hook.notFound': { status: 404, message: 'Webhook not found.' },
  'hook.deliveryNotFound': { status: 404, message: 'Delivery not found.' },
  'hook.off': { status: 409, message: 'This webhook is switched off.' },
  'hook.notHttps': {
    status: 400,
    message: 'The address of a webhook begins with https://, that of a broker with mqtts://.',
  },
  'hook.privateAddress': {
    status: 400,
    message: 'This is a private address. The operator allows it with HOOKS_ALLOW.',
  },
  'hook.away': { status: 503, message: 'This address does not answer.' },
  'alertAddress.notFound': { status: 404, message: 'Address not found.' },
  'alertAddress.tooMany': {
    status: 429,
    message: 'At most 20 new addresses may be added in an hour. Please try again later.',
  },
  'alertAddress.invalid': { status: 400, message: 'This link is no longer valid.' },
  'alertLink.notFound': {
    status: 404,
    message: 'This link is no longer valid. Please sign in to see the alert.',
  },
  'report.idTaken': { status: 409, message: 'A report has this id already. Please add it again.' },
  'report.notFound': { status: 404, message: 'Report not found.' },
  'report.noMachine': { status: 409, message: 'This report has no machine.' },
  'report.noAddress': { status: 409, message: 'Your account has no e-mail address.' },
  'reportLink.notFound': { status: 404, message: 'This link is no longer valid.' },
  ...companyErrors,
  'server.failed': { status: 500, message: 'An error occurred' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** One field of a request that was refused, by its name on the wire. */
export type FieldError = { readonly field: string; readonly message: string }

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: readonly FieldError[]
  /** Whole seconds after which the caller may retry; sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    options: ErrorOptions & {
      message?: string
      fields?: readonly FieldError[]
      retryAfter?: number
    } = {},
  ) {
    super(options.message ?? errorCatalogue[code].message, options)
    this.name = 'AppError'
    this.code = code
    this.status = errorCatalogue[code].status
    this.fields = options.fields ?? []
    this.retryAfter = options.retryAfter
  }
}

/** One field of a request does not fit: the sentence for the person, and, where it differs, the words at the field itself. */
export const refusedField = (field: string, message: string, atField = message) =>
  new AppError('request.invalid', { message, fields: [{ field, message: atField }] })

/** Of files, of PostgreSQL and of ClickHouse. */
const codes = new Set(['ENOSPC', '53100'])
const types = new Set(['NOT_ENOUGH_SPACE'])

/** Whether a write failed because its disk has no space left. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && codes.has(String(error.code))) return true
  if ('type' in error && types.has(String(error.type))) return true
  return error.message.includes('No space left on device')
}

/** Data of a commit of before the first release: no step leads from their schema to that of a release, so they are not opened. */
export class UnreleasedData extends Error {
  /**
   * `what` begins the sentence ("The telemetry store"), `schema` is the number that it bears ("schema 16"), `instead` what a person
   * does now.
   */
  constructor(what: string, schema: string, instead = 'begin with an empty one') {
    super(
      `${what} was written by a Packboard with ${schema}, which no release ever had; nothing in it was changed, ${instead}.`,
    )
    this.name = 'UnreleasedData'
  }
}
