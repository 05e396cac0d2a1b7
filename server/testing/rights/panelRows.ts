import * as contract from '@packboard/contract'
import type { Management } from '@packboard/management'
import { freshName, rowMaker } from './rowMaker.ts'
import { owner, type Place, type Rights } from './visitors.ts'

/** A call of the management panel; every completed change is one entry of the audit log. */
export type PanelRow = {
  readonly call: contract.Endpoint
  readonly ask: (place: Place) => Promise<PanelRequest> | PanelRequest
  readonly rights: Rights
  /** It stores nothing: no entry of the audit log. */
  readonly isPreview?: true
}
export type PanelRequest = {
  readonly id?: number
  readonly body?: unknown
  readonly form?: FormData
}

const contact = { contactName: 'A', contactEmail: 'a@b.example', contactNumber: '1' }
const person = () => ({ firstName: 'A', email: `${freshName().replace(' ', '')}@made.example` })
const nothing = () => ({})
/** What only a preview takes. */
const past = { validFrom: '2020-01-01 00:00', reason: 'Tried' }

const no = '403 403 403'
const stranger = '401 401 401'
/** Admins only; the others are refused before the row is looked up. */
const provider = (admin: string): Rights => ({
  nobody: stranger,
  device: stranger,
  kiosk: stranger,
  tablet: stranger,
  admin,
  distributor: no,
  distributor2: no,
  clientadmin: no,
  engineer: no,
  user: no,
  neighbour: no,
})
const open = '200 200 200'
const byId = '200 200 404'
const panel: Rights = {
  ...provider(open),
  distributor: open,
  distributor2: open,
  clientadmin: open,
  engineer: open,
}
const usersOf: Rights = {
  ...provider(byId),
  distributor: '200 404 404',
  distributor2: '404 200 404',
  clientadmin: '200 404 404',
}

/** A company sign-in of a client is its own and the installation’s: no distributor’s. */
const companyOf: Rights = { ...usersOf, distributor: '404 404 404', distributor2: '404 404 404' }
/** Keys of clients: of admins and of the client's own administrator; a distributor has its own. */
const keysOfClients: Rights = {
  ...usersOf,
  distributor: '404 404 404',
  distributor2: '404 404 404',
}

/** Those who may give the role of a device. */
const devicesOf: Rights = { ...usersOf, clientadmin: no }

let limitsSet = 0
let backupsSet = 0

/** The calls of the management panel, and the expected status for each caller. */
export function panelRows(management: () => Management, picture: () => Blob): PanelRow[] {
  const make = rowMaker(management)
  const form = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [key, value] of Object.entries(fields)) data.set(key, value)
    data.set('file', picture(), 'picture.png')
    return data
  }
  return [
    { call: contract.distributors, ask: nothing, rights: provider(open) },
    {
      call: contract.addDistributor,
      ask: () => ({ body: { name: freshName(), ...contact } }),
      rights: provider(open),
    },
    {
      call: contract.updateDistributor,
      ask: async (place) => ({ id: await make.distributor(place), body: contact }),
      rights: provider(byId),
    },
    {
      call: contract.deleteDistributor,
      ask: async (place) => ({ id: await make.distributor(place) }),
      rights: provider(byId),
    },
    { call: contract.managedClients, ask: nothing, rights: provider(open) },
    {
      call: contract.addClient,
      ask: (place) => ({
        body: { name: freshName(), subscriptionId: 1, distributorId: owner(place) },
      }),
      rights: provider(byId),
    },
    {
      call: contract.updateClient,
      ask: async (place) => ({
        id: await make.client(place),
        body: { subscriptionId: 1, is_active: true },
      }),
      rights: provider(byId),
    },
    {
      call: contract.endFormerAccess,
      ask: async (place) => ({ id: await make.client(place) }),
      rights: provider(byId),
    },
    {
      call: contract.deleteClient,
      ask: async (place) => ({ id: await make.client(place) }),
      rights: provider(byId),
    },
    {
      call: contract.managedMachines,
      ask: nothing,
      rights: { ...provider(open), engineer: open },
    },
    {
      call: contract.addMachine,
      ask: (place) => ({
        body: { clientId: owner(place), machineTypeId: 1, machineId: freshName() },
      }),
      rights: provider(byId),
    },
    {
      call: contract.updateMachine,
      ask: async (place) => ({
        id: await make.machine(place),
        body: { machineTypeId: 1, machineId: freshName() },
      }),
      rights: provider(byId),
    },
    {
      call: contract.deleteMachine,
      ask: async (place) => ({ id: await make.machine(place) }),
      rights: provider(byId),
    },
    {
      call: contract.machineConnection,
      ask: async (place) => ({ id: await make.machine(place) }),
      rights: provider(byId),
    },
    {
      call: contract.updateConnection,
      ask: async (place) => ({ id: await make.machine(place), body: { door: 'http' } }),
      rights: provider(byId),
    },
    {
      call: contract.confirmDictionary,
      ask: async (place) => ({
        id: await make.packmlMachine(place),
        body: { dictionary: 'libremfg' },
      }),
      rights: provider(byId),
    },
    {
      call: contract.connectionMessages,
      ask: async (place) => ({ id: await make.machine(place) }),
      rights: provider(byId),
    },
    {
      call: contract.connectionFound,
      ask: async (place) => ({ id: await make.machine(place) }),
      rights: provider(byId),
    },
    {
      // No server is connected to, so none shows a certificate.
      call: contract.trustCertificate,
      ask: async (place) => ({
        id: await make.machine(place),
        body: { fingerprint: '0'.repeat(64) },
      }),
      rights: provider('400 400 404'),
    },
    {
      call: contract.distrustCertificate,
      ask: async (place) => ({ id: await make.machine(place) }),
      rights: provider('400 400 404'),
    },
    {
      call: contract.machineToken,
      ask: async (place) => ({ id: await make.machine(place) }),
      rights: devicesOf,
    },
    { call: contract.machineTypes, ask: nothing, rights: panel },
    {
      call: contract.addMachineType,
      ask: () => ({ form: form({ label: freshName() }) }),
      rights: provider(open),
    },
    {
      call: contract.updateMachineType,
      ask: async (place) => ({ id: await make.type(place), form: form({}) }),
      rights: provider(byId),
    },
    {
      call: contract.machineTypeSettings,
      ask: async (place) => ({ id: await make.type(place) }),
      rights: provider(byId),
    },
    {
      call: contract.setMachineTypeSettings,
      ask: async (place) => ({
        id: await make.type(place),
        body: { settings: [{ kind: 'stopThreshold', value: 90 }] },
      }),
      rights: provider(byId),
    },
    {
      call: contract.previewMachineTypeSettings,
      ask: async (place) => ({
        id: await make.type(place),
        body: { settings: [{ kind: 'stopThreshold', value: 90, ...past }] },
      }),
      rights: provider(byId),
      isPreview: true,
    },
    {
      call: contract.machineSettings,
      ask: async (place) => ({ id: await make.machine(place) }),
      rights: { ...usersOf, engineer: '200 404 404' },
    },
    {
      call: contract.setMachineSettings,
      ask: async (place) => ({
        id: await make.machine(place),
        body: { settings: [{ kind: 'holdLimit', value: 60 }] },
      }),
      rights: { ...provider(byId), engineer: '200 404 404' },
    },
    {
      call: contract.previewMachineSettings,
      ask: async (place) => ({
        id: await make.machine(place),
        body: { settings: [{ kind: 'holdLimit', value: 60, ...past }] },
      }),
      rights: { ...provider(byId), engineer: '200 404 404' },
      isPreview: true,
    },
    {
      call: contract.deleteMachineType,
      ask: async (place) => ({ id: await make.type(place) }),
      rights: provider(byId),
    },
    { call: contract.users, ask: nothing, rights: panel },
    {
      call: contract.addUser,
      // A role that each caller with the right to add accounts may give.
      ask: (place) => ({
        body: {
          username: freshName(),
          ...person(),
          role: 2,
          clientId: owner(place),
          password: 'abc',
        },
      }),
      rights: usersOf,
    },
    {
      call: contract.updateUser,
      ask: async (place) => {
        const id = await make.user(place)
        return { id, body: await make.sameEmail(id) }
      },
      rights: usersOf,
    },
    {
      call: contract.deleteUser,
      ask: async (place) => ({ id: await make.user(place) }),
      rights: usersOf,
    },
    {
      call: contract.resetFactors,
      // Of a role that each caller with the right to add accounts may give.
      ask: async (place) => ({ id: await make.user(place, false, 'clientAdmin') }),
      rights: usersOf,
    },
    { call: contract.signInSettings, ask: nothing, rights: provider(open) },
    {
      call: contract.setSignInSettings,
      ask: () => ({ body: { notice: freshName(), idleMinutes: null } }),
      rights: provider(open),
    },
    { call: contract.devices, ask: nothing, rights: panel },
    {
      call: contract.addDevice,
      ask: (place) => ({
        body: { clientId: owner(place), name: freshName(), machines: 'all' },
      }),
      rights: devicesOf,
    },
    {
      call: contract.updateDevice,
      ask: async (place) => ({ id: await make.device(place), body: { machines: 'all' } }),
      rights: devicesOf,
    },
    {
      call: contract.rotateDeviceToken,
      ask: async (place) => ({ id: await make.device(place), body: {} }),
      rights: devicesOf,
    },
    {
      call: contract.deleteDevice,
      ask: async (place) => ({ id: await make.device(place) }),
      rights: usersOf,
    },
    {
      call: contract.updateLine,
      ask: async (place) => ({ id: await make.machine(place), body: { lineName: freshName() } }),
      rights: { ...provider(byId), engineer: '200 404 404' },
    },
    {
      call: contract.kioskLinks,
      ask: nothing,
      rights: { ...provider(open), distributor: open, distributor2: open, clientadmin: open },
    },
    {
      call: contract.addKioskLink,
      ask: (place) => ({ body: { clientId: owner(place), label: freshName() } }),
      rights: usersOf,
    },
    {
      call: contract.updateKioskLink,
      ask: async (place) => ({ id: await make.kioskLink(place), body: { label: freshName() } }),
      rights: usersOf,
    },
    {
      call: contract.revokeKioskLink,
      ask: async (place) => ({ id: await make.kioskLink(place) }),
      rights: usersOf,
    },
    {
      call: contract.identityProviders,
      ask: nothing,
      rights: { ...provider(open), distributor: open, distributor2: open, clientadmin: open },
    },
    {
      call: contract.addIdentityProvider,
      ask: (place) => ({
        body: {
          ...{ name: freshName(), oidcClientId: 'packboard', clientId: owner(place) },
          issuer: 'https://login.example',
        },
      }),
      rights: companyOf,
    },
    {
      call: contract.updateIdentityProvider,
      ask: async (place) => ({
        id: await make.identityProvider(place),
        body: { name: freshName(), oidcClientId: 'packboard' },
      }),
      rights: companyOf,
    },
    {
      call: contract.deleteIdentityProvider,
      ask: async (place) => ({ id: await make.identityProvider(place) }),
      rights: companyOf,
    },
    {
      // PUBLIC_URL is not set here: nobody could come back.
      call: contract.tryIdentityProvider,
      ask: async (place) => ({
        id: await make.identityProvider(place),
        body: { challenge: 'x'.repeat(43) },
      }),
      rights: {
        ...companyOf,
        admin: '409 409 404',
        clientadmin: '409 404 404',
      },
    },
    { call: contract.programKeys, ask: nothing, rights: { ...panel, engineer: no } },
    {
      call: contract.addProgramKey,
      ask: (place) => ({
        body: { name: freshName(), clientId: owner(place), groups: ['figures'] },
      }),
      rights: keysOfClients,
    },
    {
      call: contract.rotateProgramKey,
      ask: async (place) => ({ id: await make.programKey(place) }),
      rights: keysOfClients,
    },
    {
      call: contract.deleteProgramKey,
      ask: async (place) => ({ id: await make.programKey(place) }),
      rights: keysOfClients,
    },
    { call: contract.subscriptionOptions, ask: nothing, rights: panel },
    { call: contract.userGroupOptions, ask: nothing, rights: panel },
    { call: contract.tutorials, ask: nothing, rights: panel },
    { call: contract.deletedRows, ask: nothing, rights: provider(open) },
    { call: contract.warnings, ask: nothing, rights: provider(open) },
    { call: contract.limits, ask: nothing, rights: provider(open) },
    {
      call: contract.setLimits,
      // Each call sets another value: what changes nothing is not recorded.
      ask: () => ({
        body: {
          deviceMegabytesPerDay: 9_000 + ++limitsSet,
          quarantineRecords: null,
          quarantineMegabytes: null,
        },
      }),
      rights: provider(open),
    },
    { call: contract.backups, ask: nothing, rights: provider(open) },
    { call: contract.upgrades, ask: nothing, rights: provider(open) },
    {
      call: contract.setBackups,
      ask: () => ({ body: { everyHours: null, startHour: 2, keep: 8 + (++backupsSet % 300) } }),
      rights: provider(open),
    },
    {
      // The stores of the tests are on servers that Packboard did not start.
      call: contract.makeBackup,
      ask: nothing,
      rights: provider('409 409 409'),
    },
    {
      // Nothing is damaged here.
      call: contract.acceptDamage,
      ask: () => ({ body: { month: '2001-01' } }),
      rights: provider('404 404 404'),
    },
    {
      call: contract.restore,
      ask: async (place) => ({ id: await make.user(place, true) }),
      rights: provider(byId),
    },
  ]
}
