import {
  machineSettings as machineCall,
  type OwnSettings,
  products as productsCall,
  type Setting,
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
  productTargets,
  type SettingRow,
  setMachineSettings,
  setMachineTypeSettings,
  setProductTargets,
} from '@packboard/management'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** Settings that move figures, each with a date (D98): of products, machine types and machines. */
export function settingRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'Panel: settings with a date')

  route(productsCall, 'openPanel', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    const { targets, machines, ...known } = await productTargets(management, scope)
    const serialOf = new Map(machines.map(({ id, serialNo }) => [id, serialNo]))
    return {
      ...{ ...known, products: [...known.products], machineTypes: [...known.machineTypes] },
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
    const { version, targets } = request.body
    const entered = targets.map(({ machineId: serialNo, ...target }) => ({ ...target, serialNo }))
    const after = await setProductTargets(management, actor, scope, { version, targets: entered })
    return { message: 'Success!', version: after }
  })

  route(typeCall, 'manageInstallation', async (request) =>
    settingsWire(await machineTypeSettings(management, request.params.id)),
  )

  route(setTypeCall, 'manageInstallation', async (request) => {
    const { version, settings } = request.body
    const entered = settings.map(inStore)
    const actor = access.actor(request)
    const { id } = request.params
    const changed = { version, settings: entered }
    const after = await setMachineTypeSettings(management, actor, id, changed)
    return { message: 'Success!', version: after }
  })

  route(machineCall, 'openPanel', async (request) => {
    const scope = access.panel(access.actor(request))
    return settingsWire(await machineSettings(management, scope, request.params.id))
  })

  route(setMachineCall, 'nameLines', async (request) => {
    const actor = access.actor(request)
    const { version, settings } = request.body
    const { id } = request.params
    const changed = { version, settings: settings.map(inStore) }
    const after = await setMachineSettings(management, actor, access.panel(actor), id, changed)
    return { message: 'Success!', version: after }
  })
}

const second = 1_000

/** A hold limit crosses the wire in seconds. */
function inStore<One extends NewSetting>(setting: One): NewSetting {
  const { kind, value } = setting
  if (kind !== 'holdLimit' || typeof value !== 'number') return setting
  return { ...setting, value: Math.round(value * second) }
}

function settingsWire({ settings, ofType, zones, ...known }: OwnedSettings): OwnSettings {
  return {
    ...{ ...known, zones: [...zones] },
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
