import {
  account,
  acknowledgeByLink,
  addPasskey,
  addPushDevice,
  alertOfLink,
  beginTotp,
  chooseOperator,
  clientBoard,
  clientNames,
  companyAnswered,
  companyLogout,
  companySession,
  confirmAlertAddress,
  confirmByCompany,
  confirmEmail,
  confirmIdentity,
  confirmOptions,
  type Endpoint,
  endOtherSessions,
  endOwnSession,
  findCompany,
  finishCompany,
  forgotPassword,
  heartbeat,
  identities,
  importMachines,
  ingestRecords,
  kioskWall,
  linkIdentity,
  notifications,
  operatorLink,
  outbox,
  ownSessions,
  passkeyOptions,
  passkeyToAdd,
  preferences,
  provider,
  removePasskey,
  renewRecoveryCodes,
  reportLink,
  resetPassword,
  setAccount,
  setAccountEmail,
  setAccountPassword,
  setNotifications,
  setPreferences,
  setUpFactor,
  showSecondFactor,
  signIn,
  signInByPasskey,
  signOut,
  signUp,
  startCompany,
  supportBundle,
  switchOffTotp,
  switchOnTotp,
  testNotification,
  unlinkIdentity,
  useReportLink,
  version,
} from '@packboard/contract'
import { freshName } from './rowMaker.ts'
import type { Place, Requested, Rights, RightsRow } from './visitors.ts'

const open = '200 200 200'
const stranger = '401 401 401'
const no = '403 403 403'
const all = (cell: string): Rights => ({
  nobody: cell,
  device: cell,
  kiosk: cell,
  tablet: cell,
  admin: cell,
  distributor: cell,
  distributor2: cell,
  clientadmin: cell,
  engineer: cell,
  user: cell,
  neighbour: cell,
})

/** The same cell for each person; the others are refused. */
const people = (cell: string): Rights => ({
  ...all(cell),
  nobody: stranger,
  device: stranger,
  kiosk: stranger,
  tablet: stranger,
})
const signedIn = people(open)

/** A company sign-in that nobody began. */
const neverBegun = { code: 'x'.repeat(43), secret: 'y'.repeat(43) }

/** Staff chooses among clients. */
const pickers: Rights = { ...signedIn, clientadmin: no, engineer: no, user: no, neighbour: no }

const row = (
  { method, path }: Pick<Endpoint, 'path'> & { readonly method: string },
  rights: Rights,
  ask: (place: Place) => Requested = () => ({}),
): RightsRow => ({ call: `${method} ${path}`, rights, ask })
const get = (path: string, rights: Rights, ask?: (place: Place) => Requested) =>
  row({ method: 'GET', path }, rights, ask)

const machines: Readonly<Record<Place, string>> = {
  one: 'FW-101',
  two: 'FW-511',
  absent: 'ZZ-000',
}
const pictures: Readonly<Record<Place, string>> = {
  one: 'flow-wrapper.png',
  two: 'vffs.png',
  absent: 'never-was.png',
}

const aHeartbeat = {
  name: 'Hall 1',
  version: '0.1.0',
  sentAt: new Date().toISOString(),
  queueRecords: 0,
  queueBytes: 0,
  maxBytes: 1_000_000,
  oldestAt: null,
  isFull: false,
  quarantined: 0,
}

const aCredential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const aPasskey = {
  ...aCredential,
  name: 'A key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] },
}
const anAssertion = {
  ...aCredential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

/** Calls without a client and without a row of the panel: sign-in, sign-out, machines, probes, pages. */
export const otherRows: readonly RightsRow[] = [
  // The right password of a person whose client is disabled: the answer says so, and no session is made.
  row(signIn, all('400 400 400'), () => ({
    path: '/api/auth/packboard-signin',
    body: { username: 'unpaid', password: 'packboard' },
  })),
  row(signOut, signedIn),
  // No company is set up here: a browser is led to the screen that says so.
  row(findCompany, all(open), () => ({ body: { email: 'ann@northfield.example' } })),
  row(startCompany, all(open), () => ({
    path: `${startCompany.path.replace(':id', '999999')}?challenge=${'x'.repeat(43)}`,
  })),
  row(companyAnswered, all(open), () => ({ path: companyAnswered.path.replace(':id', '999999') })),
  row(companyLogout, all('404 404 404'), () => ({
    path: companyLogout.path.replace(':id', '999999'),
    body: { logout_token: 'x' },
  })),
  row(companySession, all('400 400 400'), () => ({ body: neverBegun })),
  row(finishCompany, people('400 400 400'), () => ({ body: neverBegun })),
  row(identities, signedIn),
  row(linkIdentity, people('404 404 404'), () => ({
    body: { identityProviderId: 999_999, challenge: 'x'.repeat(43) },
  })),
  row(unlinkIdentity, people('404 404 404'), () => ({
    path: unlinkIdentity.path.replace(':id', '999999'),
  })),
  // Who signed in with a password shows it again.
  row(confirmByCompany, people('400 400 400'), () => ({ body: { challenge: 'x'.repeat(43) } })),
  row(confirmIdentity, signedIn, () => ({ body: { password: 'packboard' } })),
  row(confirmOptions, signedIn),
  row(account, signedIn),
  row(setAccount, signedIn, () => ({ body: { firstName: 'A', lastName: 'B' } })),
  row(setAccountEmail, signedIn, () => ({
    body: { email: `${freshName().replace(' ', '')}@new.example` },
  })),
  // The present password is another one, and stays.
  row(setAccountPassword, people('400 400 400'), () => ({
    body: { oldPassword: 'guess', newPassword: 'another secret' },
  })),
  row(ownSessions, signedIn),
  // Each is of nobody: what a session of another person answers, too.
  row(endOwnSession, people('404 404 404'), () => ({ path: '/api/account/sessions/999999' })),
  row(endOtherSessions, signedIn),
  // The demo runs without second factors.
  row(beginTotp, people('409 409 409')),
  row(switchOnTotp, people('409 409 409'), () => ({ body: { code: '123456' } })),
  row(switchOffTotp, people('404 404 404')),
  row(passkeyToAdd, people('409 409 409')),
  row(addPasskey, people('409 409 409'), () => ({ body: aPasskey })),
  row(removePasskey, people('404 404 404'), () => ({ path: '/api/account/passkeys/999999' })),
  row(renewRecoveryCodes, people('409 409 409')),
  row(showSecondFactor, all('400 400 400'), () => ({
    body: { ticket: 'x'.repeat(43), code: '123456' },
  })),
  row(setUpFactor, all('400 400 400'), () => ({
    body: { ticket: 'x'.repeat(43), method: 'totp' },
  })),
  row(passkeyOptions, all('409 409 409'), () => ({ body: {} })),
  row(signInByPasskey, all('409 409 409'), () => ({ body: { assertion: anAssertion } })),
  row(notifications, signedIn),
  row(setNotifications, signedIn, () => ({
    body: { mail: true, push: true, quiet: null, zone: 'Europe/London' },
  })),
  // The push service of a browser is none of this network.
  row(addPushDevice, people('400 400 400'), () => ({
    body: { endpoint: 'https://10.1.2.3/x', p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  })),
  row(testNotification, signedIn),
  // Links that nobody was sent.
  row(alertOfLink, all('404 404 404'), () => ({
    path: alertOfLink.path.replace(':token', 'x'.repeat(43)),
  })),
  row(acknowledgeByLink, all('404 404 404'), () => ({
    path: acknowledgeByLink.path.replace(':token', 'x'.repeat(43)),
  })),
  row(confirmAlertAddress, all('400 400 400'), () => ({
    path: confirmAlertAddress.path.replace(':token', 'x'.repeat(43)),
  })),
  row(reportLink, all('404 404 404'), () => ({
    path: reportLink.path.replace(':token', 'x'.repeat(43)),
  })),
  row(useReportLink, all('404 404 404'), () => ({
    path: useReportLink.path.replace(':token', 'x'.repeat(43)),
    body: { do: 'stop' },
  })),
  row(preferences, signedIn),
  row(setPreferences, signedIn, () => ({ body: { density: 'compact' } })),
  row(signUp, all(open), () => {
    const username = freshName()
    return {
      body: { username, email: `${username.replace(' ', '')}@new.example`, password: 'secret' },
    }
  }),
  row(forgotPassword, all(open), () => ({ body: { email: 'nobody@test.example' } })),
  row(resetPassword, all('400 400 400'), () => ({
    body: { resetToken: 'x'.repeat(43), newPassword: 'secret' },
  })),
  row(confirmEmail, all('400 400 400'), () => ({ body: { emailToken: 'x'.repeat(43) } })),
  row(outbox, all(open)),
  row(clientNames, pickers),
  row(clientBoard, pickers),
  // A record of a machine that is not the device's own is quarantined like one of a machine that never existed: the
  // answers are compared, too.
  row(ingestRecords, { ...all(stranger), device: open }, (place) => ({
    body: [{ kind: 'sample', serialNo: machines[place], time: Date.now(), state: 10 }],
  })),
  // It takes no tenant: the recorder is of the device whose token it shows.
  row(heartbeat, { ...all(stranger), device: open }, () => ({ body: aHeartbeat })),
  // The link names the client; nothing else can be requested with it.
  row(kioskWall, { ...all(stranger), kiosk: open }),
  row(operatorLink, { ...all(stranger), tablet: open }),
  // The names are those of the link: this one is of none.
  row(chooseOperator, { ...all(stranger), tablet: '404 404 404' }, () => ({
    body: { nameId: 999_999, pin: '' },
  })),
  // Checked and not stored, so that there is no entry in the audit log.
  row(
    importMachines,
    {
      ...all(no),
      nobody: stranger,
      device: stranger,
      kiosk: stranger,
      tablet: stranger,
      admin: open,
    },
    () => ({
      body: { csv: '', dryRun: true },
    }),
  ),
  row(provider, all(open)),
  row(version, signedIn),
  // A file of the whole installation; the audit log has it as an export.
  row(supportBundle, {
    ...signedIn,
    ...{ distributor: no, distributor2: no },
    ...{ clientadmin: no, engineer: no, user: no, neighbour: no },
  }),
  get('/health/live', all(open)),
  get('/health/ready', all(open)),
  // On loopback; from elsewhere it is not found, which the probes' own test checks.
  get('/metrics', all(open)),
  get('/support-bundle', all(open)),
  get('/api/images/:name', all('200 200 404'), (place) => ({
    path: `/api/images/${pictures[place]}`,
  })),
  // Neither a contact nor an address is set here.
  get('/.well-known/security.txt', all('404 404 404')),
  get('/docs', all(open)),
  get('/docs/*', all('200 200 404'), (place) => ({
    path: place === 'absent' ? '/docs/never-was.html' : '/docs/',
  })),
  get('/', all(open)),
  get('/auth/*', all(open), () => ({ path: '/auth/login' })),
  get('/wall', all(open)),
  get('/operator', all(open)),
  get('/admin/*', all(open), () => ({ path: '/admin/index' })),
  get('/*', all('200 200 404'), (place) => ({
    path: place === 'absent' ? '/never-was.txt' : '/robots.txt',
  })),
]

/** Called with a session that the call ends. */
export const usesUpSession = (call: string) => call === `${signOut.method} ${signOut.path}`
