import type { MachineTypeRow, Session } from '@packboard/contract'
import { currentSession } from '../src/session/session.ts'
import { wireMachineSettings, wireProposals, wireSpeeds } from './settingAnswers.ts'

const contact = (name: string, host: string) => ({
  contactName: name,
  contactEmail: `${name.toLowerCase().replace(' ', '.')}@${host}.example`,
  contactNumber: '+44 161 555 0142',
})

export const wireDistributors = [
  {
    id: 1,
    name: 'Albion Packaging Systems',
    location: 'Manchester, UK',
    ...contact('Helen Marsh', 'albion-pack'),
    version: 1,
  },
  {
    id: 2,
    name: 'Nordpak Service',
    location: 'Gothenburg, SE',
    ...contact('Erik Lund', 'nordpak'),
    version: 4,
  },
  {
    id: 3,
    name: 'Iberia Wrap',
    location: null,
    ...contact('Lucia Romero', 'iberiawrap'),
    version: 1,
  },
]

const client = (
  id: number,
  name: string,
  location: string,
  subscription: number,
  isActive = true,
) => ({
  id,
  clientId: String(1000 + id),
  name,
  location,
  zone: 'Europe/London',
  ...contact('Marta Hughes', 'northfield'),
  distributorId: 1,
  distributorName: 'Albion Packaging Systems',
  formerAccess:
    id === 2 ? { users: ['old.admin'], devices: ['Gateway 7'] } : { users: [], devices: [] },
  subscriptionId: subscription,
  subscriptionLabel: subscription === 1 ? 'premium' : 'standard',
  is_active: isActive,
  is_deleted: false,
  status: isActive ? 'enabled' : 'disabled',
  version: 1,
})
export const wireManagedClients = [
  client(1, 'Northfield Confectionery', 'Leeds', 1),
  client(2, 'Norsk Kjeks AS', 'Oslo', 1),
  client(3, 'Nova Snacks', 'Bristol', 2, false),
]

const machine = (index: number) => ({
  id: 10 + index,
  clientId: index === 0 ? 1 : 3,
  clientName: index === 0 ? 'Northfield Confectionery' : 'Nova Snacks',
  machineTypeId: 1,
  machineTypeName: 'HFW-400',
  machineId: `FW-${101 + index}`,
  lineId: 1,
  lineName: `Line ${1 + Math.floor(index / 4)}`,
  targetPpm: index % 3 === 0 ? null : 160,
  version: 2,
})

/** Machines of two clients, `FW-101` and on. */
export const wireManagedMachines = (count: number) =>
  Array.from({ length: count }, (_, index) => machine(index))

export const wireMachineTypes: MachineTypeRow[] = ['HFW-250', 'HFW-400', 'VFB-120'].map(
  (label, index) => ({
    id: 1 + index,
    label,
    imagePath: index < 2 ? '/api/images/flow-wrapper.png' : '',
    version: 1,
  }),
)

const groups = ['admin', 'clientAdmin', 'user', 'engineer', 'device', 'distributor']
const user = (id: number, username: string, first: string, last: string, role: number | null) => ({
  id,
  username,
  firstName: first,
  lastName: last,
  email: `${username}@northfield.example`,
  clientId: role === null || role === 1 || role === 6 ? null : 1,
  clientName: role === null || role === 1 || role === 6 ? null : 'Northfield Confectionery',
  distributorId: role === 6 ? 1 : null,
  distributorName: role === 6 ? 'Albion Packaging Systems' : null,
  role,
  roleName: role === null ? null : (groups[role - 1] ?? null),
  contactNumber: '',
  editable: true,
  emailEditable: true,
  pendingEmail: username === 'l.ortega' ? 'luis@northfield.example' : null,
  version: 3,
})
export const wireUsers = [
  user(1, 'marta.hughes', 'Marta', 'Hughes', 1),
  user(2, 'a.kaur', 'Amrit', 'Kaur', 2),
  user(3, 'p.nowak', 'Piotr', 'Nowak', 3),
  user(4, 'helen.marsh', 'Helen', 'Marsh', 6),
  user(5, 'l.ortega', 'Luis', 'Ortega', 4),
  user(6, 'second.admin', 'Ines', 'Boss', 1),
  user(7, 'new.face', 'Nora', '', null),
]

/** The users as the server lists them for the signed-in person: nobody edits oneself, only an admin an admin. */
function usersFor(session: Session | null) {
  const editable = ({ id, role }: (typeof wireUsers)[number]) =>
    session?.permissions.manageUsers === true &&
    id !== session.id &&
    (role !== 1 || session.permissions.manageInstallation)
  return {
    users: wireUsers.map((row) => ({
      ...row,
      editable: editable(row),
      emailEditable:
        editable(row) && row.role !== null && session?.givableRoles.includes(row.role) === true,
    })),
  }
}

const wireDevice = (id: number, name: string, machines: 'all' | string[]) => ({
  id,
  clientId: 1,
  clientName: 'Northfield Confectionery',
  name,
  machines,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSeenAt: '2026-11-21T14:15:00.000Z',
  tokenMadeAt: '2026-11-01T08:00:00.000Z',
  oldUntil: null,
  version: 2,
})

const product = (name: string, speed: number | null) => ({
  Product_e: name,
  ProductTargetSpeed: speed,
  ProductCostPerKg: null,
  ProductExtraCost: null,
  ProductT1SP: 145,
  ProductTolerance: 1.5,
  ProductWeight: 45,
  CountThreshold: null,
  AdjMax: null,
  AdjMin: null,
  AdjQtPercStart: null,
  AutoAdjustON: true,
  AdjStartWeigh: null,
  CwProgramNumber: 12,
  CwBypass: null,
  Tare: 0.8,
})

const log = (id: number, action: string, before: unknown, after: unknown) => ({
  id: String(id),
  at: '2026-11-21T14:15:02.000Z',
  actor: 'marta.hughes',
  sealed: true,
  action,
  entity: 'client',
  entityId: 3,
  entityName: 'Nova Snacks',
  clientName: 'Nova Snacks',
  before,
  after,
})

const deletedRow = (kind: string, id: number, name: string) => ({
  kind,
  id,
  name,
  clientName: kind === 'client' ? null : 'Nova Snacks',
  deletedAt: '2026-11-19T09:00:00.000Z',
  restorableUntil: '2026-12-19T09:00:00.000Z',
})

const answers: readonly (readonly [path: string, answer: unknown])[] = [
  ['/api/admin/warnings', { warnings: [] }],
  ['/api/admin/distributor', { distributors: wireDistributors }],
  ['/api/admin/client', { clients: wireManagedClients }],
  ['/api/admin/machine', { machines: wireManagedMachines(4) }],
  ['/api/admin/machineTypes', { machines: wireMachineTypes }],
  [
    '/api/admin/device',
    {
      devices: [
        wireDevice(1, 'FW-101', ['FW-101']),
        { ...wireDevice(2, 'gateway', 'all'), tokenMadeAt: null, lastSeenAt: null },
      ],
      machines: [
        { clientId: 1, serialNo: 'FW-101' },
        { clientId: 3, serialNo: 'FW-102' },
        { clientId: 3, serialNo: 'FW-103' },
      ],
    },
  ],
  [
    '/api/admin/subscriptions',
    {
      subscriptions: [
        { id: 1, label: 'premium' },
        { id: 2, label: 'standard' },
      ],
    },
  ],
  [
    '/api/admin/userGroups',
    { userGroups: groups.map((label, index) => ({ id: index + 1, label })) },
  ],
  [
    '/api/admin/deleted',
    { deleted: [deletedRow('client', 9, 'Pan de Ebro'), deletedRow('machine', 40, 'HF-9')] },
  ],
  [
    '/api/admin/recipes/1',
    { recipes: [product('Choc Bar 45 g', 180), product('Nougat, "large"', null)] },
  ],
  ['/api/admin/products/1', wireSpeeds],
  ['/api/admin/products/1/proposals', wireProposals],
]

/** The usual answers of a server to the calls of the panel; a change succeeds. */
export function panelAnswer(path: string, method: string): unknown {
  if (path.startsWith('/api/admin/audit-log/')) {
    return {
      rows: [
        log(
          3,
          'update',
          { name: 'Nova Snacks', is_active: true },
          { name: 'Nova Snacks', is_active: false },
        ),
        log(2, 'create', null, { name: 'Nova Snacks', location: 'Bristol', zone: 'Europe/London' }),
        log(1, 'signIn', null, null),
      ],
      count: 43,
    }
  }
  if (path === '/api/admin/user' && method === 'GET') return usersFor(currentSession())
  if (path === '/api/admin/device' && method === 'POST') {
    return { message: 'Success!', id: 99, token: 'token-of-the-new-device' }
  }
  if (path.endsWith('/token')) {
    return {
      message: 'Success!',
      token: 'token-of-the-next-day',
      oldUntil: '2026-11-22T10:15:00.000Z',
    }
  }
  if (method === 'GET' && path.endsWith('/settings')) return wireMachineSettings
  if (method === 'PUT' && /\/(products\/\d+|settings)$/.test(path)) {
    return { message: 'Success!', version: 8 }
  }
  if (path.endsWith('/import')) return { added: 1, changed: 1, unchanged: 0, refused: [] }
  if (method === 'POST') return { message: 'Success!', id: 99 }
  if (method !== 'GET') return { message: 'Success!' }
  return answers.find(([known]) => known === path)?.[1]
}
