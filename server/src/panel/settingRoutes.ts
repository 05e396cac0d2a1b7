import {
  clientSettings as clientCall,
  machineSettings as machineCall,
  type OwnSettings,
  previewClientSettings as previewClientCall,
  previewMachineSettings as previewMachineCall,
  previewProducts as previewProductsCall,
  previewMachineTypeSettings as previewTypeCall,
  products as productsCall,
  productProposals as proposalsCall,
  type Setting,
  setClientSettings as setClientCall,
  setMachineSettings as setMachineCall,
  setProducts as setProductsCall,
  setMachineTypeSettings as setTypeCall,
  machineTypeSettings as typeCall,
} from '@packboard/contract'
import {
  machineSettings,
  machineTypeSettings,
  type NewSetting,
  type OwnedSettings,
  ownerOfClient,
  ownerOfMachine,
  ownerOfProducts,
  ownerOfType,
  productTargets,
  type SettingRow,
  setMachineSettings,
  setMachineTypeSettings,
  setProductTargets,
  setSettingsOfClient,
  settingsOfClient,
} from '@packboard/management'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { App } from '../http/createApp.ts'
import { readProposals } from './productProposals.ts'
import { entriesHashOf, SettingPreviews } from './settingPreviews.ts'

/** Settings that move figures, each with a date (D98): of products, clients, machine types and machines. */
export function settingRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const { management } = deps
  const route = routesOf(app, 'Panel: settings with a date')
  const previews = new SettingPreviews(deps)
  app.addHook('preClose', () => previews.stop())
  /** Who looks at a preview, and what of it the person sees. */
  const viewerOf = (request: FastifyRequest) => {
    const actor = access.actor(request)
    return {
      userId: actor.userId,
      scopeOf: (clientId: number) => access.scope(actor, clientId),
      // A change of one client is seen by who may change it; one of all clients is for admins, who see all of them.
      sees: () => true,
    }
  }

  route(productsCall, 'openPanel', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    const { targets, machines, applying, ...known } = await productTargets(management, scope)
    const serialOf = new Map(machines.map(({ id, serialNo }) => [id, serialNo]))
    return {
      ...{ ...known, products: [...known.products], machineTypes: [...known.machineTypes] },
      applying: [...applying],
      machines: machines.map(({ serialNo: machineId, machineTypeId }) => ({
        machineId,
        machineTypeId,
      })),
      // Those of a machine that was deleted are in no list.
      targets: targets.flatMap(({ machineId, value, product, ...entry }) => {
        const serialNo = machineId === null ? null : serialOf.get(machineId)
        if (serialNo === undefined || product === null) return []
        const { kind: _, code: __, ...rest } = entry
        const ppm = typeof value === 'number' ? value : null
        return [{ ...rest, product, machineId: serialNo, ppm }]
      }),
    }
  })

  route(setProductsCall, 'editProducts', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const { version, targets, ...applied } = request.body
    const entered = { version, targets: targets.map(targetInStore) }
    const entriesHash = entriesHashOf(`products ${scope.clientId}`, targets)
    const change = { ...applied, entriesHash }
    const after = await setProductTargets(management, actor, scope, entered, change)
    return { message: 'Success!', version: after }
  })

  route(previewProductsCall, 'editProducts', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    const { version, targets, previewId } = request.body
    return previews.preview({
      ...{ ...viewerOf(request), previewId },
      entriesHash: entriesHashOf(`products ${scope.clientId}`, targets),
      lockOwner: ownerOfProducts(scope, { version, targets: targets.map(targetInStore) }),
    })
  })

  route(proposalsCall, 'openPanel', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const machines = await access.machines(scope)
    return gate.ask(actor, scope, () => readProposals(deps, scope, machines))
  })

  route(typeCall, 'manageInstallation', async (request) =>
    settingsWire(await machineTypeSettings(management, request.params.id)),
  )

  route(setTypeCall, 'manageInstallation', async (request) => {
    const { version, settings, ...applied } = request.body
    const actor = access.actor(request)
    const { id } = request.params
    const changed = { version, settings: settings.map(inStore) }
    const change = { ...applied, entriesHash: entriesHashOf(`machineType ${id}`, settings) }
    const after = await setMachineTypeSettings(management, actor, id, changed, change)
    return { message: 'Success!', version: after }
  })

  route(previewTypeCall, 'manageInstallation', async (request) => {
    const { version, settings, previewId } = request.body
    const { id } = request.params
    return previews.preview({
      ...{ ...viewerOf(request), previewId },
      entriesHash: entriesHashOf(`machineType ${id}`, settings),
      lockOwner: ownerOfType(id, { version, settings: settings.map(inStore) }),
    })
  })

  clientSettingRoutes({ route, management, access, previews, viewerOf })

  route(machineCall, 'openPanel', async (request) => {
    const scope = access.panel(access.actor(request))
    return settingsWire(await machineSettings(management, scope, request.params.id))
  })

  route(setMachineCall, 'nameLines', async (request) => {
    const actor = access.actor(request)
    const { version, settings, ...applied } = request.body
    const { id } = request.params
    const changed = { version, settings: settings.map(inStore) }
    const change = { ...applied, entriesHash: entriesHashOf(`machine ${id}`, settings) }
    const scope = access.panel(actor)
    const after = await setMachineSettings(management, actor, scope, id, changed, change)
    return { message: 'Success!', version: after }
  })

  route(previewMachineCall, 'nameLines', async (request) => {
    const { version, settings, previewId } = request.body
    const { id } = request.params
    const scope = access.panel(access.actor(request))
    return previews.preview({
      ...{ ...viewerOf(request), previewId },
      entriesHash: entriesHashOf(`machine ${id}`, settings),
      lockOwner: ownerOfMachine(scope, id, { version, settings: settings.map(inStore) }),
    })
  })
}

type Routes = ReturnType<typeof routesOf>
type Viewer = Pick<Parameters<SettingPreviews['preview']>[0], 'userId' | 'scopeOf' | 'sees'>

/** Of a client: by which rules its figures are (D111, D114). */
function clientSettingRoutes({
  route,
  management,
  access,
  previews,
  viewerOf,
}: {
  readonly route: Routes
  readonly management: Deps['management']
  readonly access: Access
  readonly previews: SettingPreviews
  readonly viewerOf: (request: FastifyRequest) => Viewer
}) {
  route(clientCall, 'readDashboards', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    return settingsWire(await settingsOfClient(management, scope))
  })

  route(setClientCall, 'setRules', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const { version, settings, ...applied } = request.body
    const change = { ...applied, entriesHash: entriesHashOf(`client ${scope.clientId}`, settings) }
    const entered = { version, settings }
    const after = await setSettingsOfClient(management, actor, scope, entered, change)
    return { message: 'Success!', version: after }
  })

  route(previewClientCall, 'setRules', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    const { version, settings, previewId } = request.body
    return previews.preview({
      ...{ ...viewerOf(request), previewId },
      entriesHash: entriesHashOf(`client ${scope.clientId}`, settings),
      lockOwner: ownerOfClient(scope, { version, settings }),
    })
  })
}

/** A machine has its serial number on the wire. */
const targetInStore = <Target extends { readonly machineId?: string | null | undefined }>({
  machineId: serialNo,
  ...target
}: Target) => ({ ...target, serialNo })

const second = 1_000

/** A hold limit crosses the wire in seconds. */
function inStore<One extends NewSetting>(setting: One): NewSetting {
  const { kind, value } = setting
  if (kind !== 'holdLimit' || typeof value !== 'number') return setting
  return { ...setting, value: Math.round(value * second) }
}

function settingsWire({ settings, ofType, zones, ...known }: OwnedSettings): OwnSettings {
  return {
    ...{ ...known, zones: [...zones], applying: [...known.applying] },
    settings: settings.map(settingWire),
    ofType: ofType.map(settingWire),
  }
}

function settingWire({ kind, value, ...entry }: SettingRow): Setting {
  const { code, validFrom, enteredAt, enteredBy, reason } = entry
  const seconds = kind === 'holdLimit' && typeof value === 'number'
  return {
    ...{ kind, code, validFrom, enteredAt, enteredBy, reason },
    value: seconds ? value / second : value,
  }
}
