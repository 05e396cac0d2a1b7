import type {
  EmailChange,
  KnownOwner,
  LeakedKey,
  LetterTo,
  LinkToSend,
  RegistrationLink,
} from '@packboard/management'
import { browserOf } from '@packboard/model'
import type { Mail } from '../outbox/smtpSender.ts'

type LetterHead = {
  /** The provider's name (D56). */
  readonly providerName: string
  /** Where people reach the screens, without a slash at its end. */
  readonly publicUrl: string
}

/** The address of the page on which a link is used; an invitation also asks for the terms (specification §2). */
export function linkAddress(publicUrl: string, link: Pick<LinkToSend, 'kind' | 'token'>): string {
  const status = link.kind === 'invitation' ? '/create' : ''
  return `${publicUrl}/auth/reset-password/${link.token}${status}`
}

/** The e-mail with a link to choose a password. */
export function linkLetter({ providerName, publicUrl }: LetterHead, link: LinkToSend): Mail {
  const address = linkAddress(publicUrl, link)
  const hello = `Hello ${link.firstName || link.username},`
  const body =
    link.kind === 'invitation'
      ? [
          `an account was made for you at ${providerName}. Your user name is ${link.username}.`,
          'Choose your password here. The link works once, within 7 days:',
          address,
        ]
      : [
          `somebody asked for a new password of your account ${link.username} at ${providerName}.`,
          'Choose it here. The link works once, within one hour:',
          address,
          'If it was not you, you need not do anything; your password stays as it is.',
        ]
  const subject =
    link.kind === 'invitation'
      ? `${providerName}: choose your password`
      : `${providerName}: a new password`
  return { to: link.email, subject, text: [hello, ...body].join('\n\n') }
}

/** To the address of a registration: only who reads it gets the account (D82). */
export function registrationLetter(
  { providerName, publicUrl }: LetterHead,
  { username, email, token }: RegistrationLink,
): Mail {
  const text = [
    'Hello,',
    `somebody registered at ${providerName} with this e-mail address and the user name ${username}.`,
    'If it was you, confirm the address and choose your password here. The link works once, within 24 hours:',
    linkAddress(publicUrl, { kind: 'invitation', token }),
    'The account then awaits approval. If it was not you, you need not do anything; there is no account.',
  ]
  const subject = `${providerName}: confirm your e-mail address`
  return { to: email, subject, text: text.join('\n\n') }
}

/**
 * Sent to the owner of an address that was used for another registration, because the screen must not show it (D38).
 */
export function knownOwnerLetter({ providerName, publicUrl }: LetterHead, owner: KnownOwner): Mail {
  const text = [
    'Hello,',
    `somebody tried to register at ${providerName} with this e-mail address.`,
    `There is an account with it already. Its user name is ${owner.username}. If you forgot its password, ask for a new one here:`,
    `${publicUrl}/auth/forgot-password`,
    'If it was not you, you need not do anything.',
  ]
  return { to: owner.email, subject: `${providerName}: your account`, text: text.join('\n\n') }
}

/** To the new address of an account: the link that puts it in force (D82). */
export function confirmEmailLetter(
  { providerName, publicUrl }: LetterHead,
  change: EmailChange,
): Mail {
  const text = [
    `Hello ${change.firstName || change.username},`,
    `this is to be the e-mail address of the account ${change.username} at ${providerName}.`,
    'Confirm it here. The link works once, within 24 hours:',
    `${publicUrl}/auth/confirm-email/${change.token}`,
    'If you do not know this account, you need not do anything; the address is then not used.',
  ]
  const subject = `${providerName}: confirm your e-mail address`
  return { to: change.newEmail, subject, text: text.join('\n\n') }
}

/** To the old address, which stays in force until the new one is confirmed (D82). */
export function emailChangeNotice(
  { providerName, publicUrl }: LetterHead,
  { oldEmail, ...change }: EmailChange & { readonly oldEmail: string },
): Mail {
  const text = [
    `Hello ${change.firstName || change.username},`,
    `${change.requestedBy} wants to change the e-mail address of your account ${change.username} at ${providerName} to ${change.newEmail}.`,
    'It changes when the link that was sent to the new address is opened within 24 hours. Until then this address stays in force.',
    'If you do not want this, choose a new password here, which ends that link, and speak to your administrator:',
    `${publicUrl}/auth/forgot-password`,
  ]
  const subject = `${providerName}: your e-mail address is to be changed`
  return { to: oldEmail, subject, text: text.join('\n\n') }
}

/** What the owner of an account is informed of. */
export type AccountNews =
  | { readonly kind: 'totpOn' | 'totpOff' | 'recoveryCodes' | 'passwordChanged' }
  | { readonly kind: 'passkeyAdded' | 'passkeyRemoved' | 'keyMade'; readonly name: string }
  | { readonly kind: 'factorsReset'; readonly by: string }
  | { readonly kind: 'newPlace'; readonly browser: string; readonly address: string }

/** To the owner of an account, after something was changed about how one signs in to it. */
export function accountLetter(
  { providerName, publicUrl }: LetterHead,
  owner: LetterTo & { readonly email: string },
  news: AccountNews,
  at: Date,
): Mail {
  const text = [
    `Hello ${owner.firstName || owner.username},`,
    `${newsText(news)} Account: ${owner.username} at ${providerName}, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    'If it was you, you need not do anything. If it was not, choose a new password here, end the sessions that you do not know in My account, and speak to your administrator:',
    `${publicUrl}/auth/forgot-password`,
  ]
  const subject = `${providerName}: ${newsSubjects[news.kind]}`
  return { to: owner.email, subject, text: text.join('\n\n') }
}

const newsSubjects: Readonly<Record<AccountNews['kind'], string>> = {
  totpOn: 'an authenticator app was added',
  totpOff: 'your authenticator app was removed',
  recoveryCodes: 'new recovery codes',
  passwordChanged: 'your password was changed',
  passkeyAdded: 'a passkey was added',
  passkeyRemoved: 'a passkey was removed',
  keyMade: 'a key for a program was made',
  factorsReset: 'your second factors were reset',
  newPlace: 'a sign-in from a new place',
}

function newsText(news: AccountNews): string {
  switch (news.kind) {
    case 'totpOn':
      return 'from now on the sign-in to your account also asks for a code of an authenticator app.'
    case 'totpOff':
      return 'the sign-in to your account no longer asks for a code of an authenticator app.'
    case 'recoveryCodes':
      return 'new recovery codes were made for your account; those from before are void.'
    case 'passwordChanged':
      return 'the password of your account was changed in My account, and all other sessions were ended.'
    case 'passkeyAdded':
      return `the passkey “${news.name}” now signs in to your account.`
    case 'passkeyRemoved':
      return `the passkey “${news.name}” no longer signs in to your account.`
    case 'keyMade':
      return `the key “${news.name}” for a program was made with your account.`
    case 'factorsReset':
      return `${news.by} removed the second factors of your account and ended its sessions, because the device was reported lost. Please set up a new one.`
    case 'newPlace':
      return `somebody signed in to your account with ${browserText(news.browser)} from the address ${news.address}, which was not used for it in the last 90 days.`
  }
}

function browserText(userAgent: string): string {
  const { browser, system } = browserOf(userAgent)
  return [browser ?? 'a program that is not known', ...(system === null ? [] : [system])].join(
    ' on ',
  )
}

/** To the maker of a key that came in an address: it is revoked, and its program stands still (D92). */
export function keyRevokedLetter(
  { providerName, publicUrl }: LetterHead,
  { email, name, username, firstName }: LeakedKey & { readonly email: string },
): Mail {
  const text = [
    `Hello ${firstName || username},`,
    `the key "${name}" that you made for a program at ${providerName} came in the address of a call, where logs of browsers and proxies keep it. It is revoked.`,
    'Please make a new one, and let the program send it in the header Authorization:',
    `${publicUrl}/admin/panel?view=programs`,
  ]
  const subject = `${providerName}: a key was revoked`
  return { to: email, subject, text: text.join('\n\n') }
}
