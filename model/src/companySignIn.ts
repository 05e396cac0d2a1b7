import type { PersonRole } from './roles.ts'

/** For whose people a provider of identities speaks: those of a client, of a distributor, or of the installation. */
export type CompanyOwner = 'client' | 'distributor' | 'installation'

/** What a claim of the provider can give (D90): roles of its own tenant; nothing gives admin. */
export type CompanyRole = Extract<PersonRole, 'user' | 'clientAdmin' | 'engineer' | 'distributor'>

const rolesOf: Readonly<Record<CompanyOwner, readonly CompanyRole[]>> = {
  client: ['user', 'clientAdmin', 'engineer'],
  distributor: ['distributor'],
  installation: ['distributor'],
}

/** The roles that the provider of such an owner may give; engineer only by a row that an admin wrote. */
export const companyRoles = (owner: CompanyOwner): readonly CompanyRole[] => rolesOf[owner]

/** A row of the table claim → role: who has this value of the claim gets the role. The first row that fits counts. */
export type CompanyRoleRow = {
  /** A value of the claim, or `*`: everybody. */
  readonly value: string
  readonly role: CompanyRole
  /** Of a provider of the installation: whose distributor a person becomes; else null. */
  readonly distributorId: number | null
}

/** Everybody whom the provider lets in. */
export const anyValue = '*'

export const firstSignIns = ['account', 'approval'] as const
/** What a first sign-in makes: an account with the role of its claims, or one that awaits approval. */
export type FirstSignIn = (typeof firstSignIns)[number]

/** D55: the bounds of company sign-in. */
export const companyLimits = {
  providersPerOwner: 5,
  domains: 20,
  roleRows: 50,
  /** Values of the claim that names groups or roles, and characters of each. */
  groups: 1_000,
  groupCharacters: 256,
  /** Values and depth of all claims together, and bytes of one answer of the provider. */
  claimValues: 2_500,
  claimDepth: 8,
  answerBytes: 256 * 1_024,
  subjectCharacters: 255,
  /** Minutes from the press until the company has answered, and seconds until the screen has fetched the result. */
  flowMinutes: 10,
  codeSeconds: 60,
  /** Seconds by which two clocks may differ. */
  clockSeconds: 30,
  /** Minutes after which the provider is queried again, and hours without its answer after which a session ends. */
  askMinutes: 15,
  unansweredHours: 8,
} as const

/** Providers of mail for everybody, in whatever country they are. */
const publicNames = new Set(
  `gmail googlemail outlook hotmail live msn yahoo ymail rocketmail aol gmx icloud protonmail tutanota yandex
  zohomail fastmail hushmail posteo libero virgilio wanadoo laposte seznam rediffmail freemail citromail hanmail
  foxmail mailinator guerrillamail 10minutemail yopmail trashmail sharklasers maildrop`.split(
    /\s+/,
  ),
)

/** And those whose name is also that of a company, or a word. */
const publicDomains = new Set(
  `web.de freenet.de arcor.de t-online.de mail.com mail.ru inbox.ru list.ru bk.ru ya.ru rambler.ru inbox.lv
  proton.me pm.me tuta.com tuta.io me.com mac.com aim.com mailbox.org zoho.com tiscali.it alice.it tin.it
  orange.fr free.fr sfr.fr neuf.fr bbox.fr bluewin.ch hispeed.ch sunrise.ch chello.at aon.at a1.net telenet.be
  skynet.be proximus.be ziggo.nl kpnmail.nl planet.nl hetnet.nl home.nl xs4all.nl telefonica.net terra.es ono.com
  uol.com.br bol.com.br terra.com.br ig.com.br wp.pl o2.pl onet.pl interia.pl op.pl centrum.cz azet.sk
  btinternet.com btopenworld.com sky.com virginmedia.com talktalk.net ntlworld.com comcast.net verizon.net
  att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com qq.com 163.com 126.com
  sina.com sohu.com naver.com daum.net telia.com online.no`.split(/\s+/),
)

/** Second levels below which people register names: the label before them is the name. */
const secondLevels = new Set(['co', 'com', 'net', 'org', 'ac', 'gov', 'edu', 'ne', 'or'])

/** Whether everybody can have an address of this domain, so that it says nothing of a company. */
export function isPublicMailDomain(domain: string): boolean {
  const whole = domain.toLowerCase()
  if (publicDomains.has(whole)) return true
  const labels = whole.split('.')
  labels.pop()
  const last = labels.pop() ?? ''
  const name = labels.length > 0 && secondLevels.has(last) ? (labels.pop() ?? '') : last
  return labels.length === 0 && publicNames.has(name)
}

const domainForm = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/** A domain as it is stored: lower case, letters of other alphabets in their ASCII form; null where it is none. */
export function readDomain(typed: string): string | null {
  const url = URL.parse(`https://${typed.trim().replace(/^@/, '')}/`)
  if (url?.pathname !== '/' || url.port !== '' || url.username !== '') return null
  return domainForm.test(url.hostname) && !/^[\d.]+$/.test(url.hostname) ? url.hostname : null
}

/** The domain of an e-mail address, in the same form; null where it has none. */
export function domainOfEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  return at < 1 ? null : readDomain(email.slice(at + 1))
}

/** Where the owner of a domain puts the text that proves it. */
export const proofName = (domain: string) => `_packboard.${domain}`
export const proofText = (proof: string) => `packboard-sign-in=${proof}`
