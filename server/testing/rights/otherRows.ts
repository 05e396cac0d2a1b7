import {
  chooseOperator,
  clientBoard,
  clientNames,
  confirmEmail,
  confirmIdentity,
  type Endpoint,
  forgotPassword,
  heartbeat,
  importMachines,
  ingestRecords,
  kioskWall,
  operatorLink,
  outbox,
  preferences,
  provider,
  resetPassword,
  setPreferences,
  signIn,
  signOut,
  signUp,
  supportBundle,
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
const signedIn: Rights = {
  ...all(open),
  nobody: stranger,
  device: stranger,
  kiosk: stranger,
  tablet: stranger,
}

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

/** Calls without a client and without a row of the panel: sign-in, sign-out, machines, probes, pages. */
export const otherRows: readonly RightsRow[] = [
  // The right password of a person whose client is disabled: the answer says so, and no session is made.
  row(signIn, all('400 400 400'), () => ({
    path: '/api/auth/packboard-signin',
    body: { username: 'unpaid', password: 'packboard' },
  })),
  row(signOut, signedIn),
  row(confirmIdentity, signedIn, () => ({ body: { password: 'packboard' } })),
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
