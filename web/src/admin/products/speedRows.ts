import type { Products, ProductTarget, ProductProposal as Proposal } from '@packboard/contract'
import type { Say } from '../../i18n/useTexts.ts'
import { machinesWord, type Standing, standing, targetKey } from '../settings/settingRows.ts'

/** For which machines a speed is: one, those of a type, or all of the client. */
export type SpeedScope = Pick<ProductTarget, 'machineTypeId' | 'machineId'>

export const allMachines: SpeedScope = { machineTypeId: null, machineId: null }

export type { Proposal }

/** What was opened of a product; without a scope the form chooses one machine. */
export type SpeedChoice = { readonly product: string; readonly scope: SpeedScope | null }

/** A product with the speeds that were set for it. */
export type SpeedRow = {
  readonly product: string
  readonly all: Standing<ProductTarget>
  /** By machine type; those without a value of their own have neither. */
  readonly types: ReadonlyMap<number, Standing<ProductTarget>>
  /** Those alone that have, or will have, a value of their own. */
  readonly machines: readonly {
    readonly machineId: string
    readonly speed: Standing<ProductTarget>
  }[]
  /** How many entries its history has. */
  readonly changes: number
}

export const productOf = ({ product }: { readonly product: string }): string => product

/** The products of a client by name, also those that machines made in 30 days and nobody set up; `now` is the wall time of its zone. */
export function speedRows(
  { products, targets, machineTypes }: Products,
  proposals: readonly Pick<Proposal, 'product'>[],
  now: string,
): SpeedRow[] {
  const made = proposals.map(productOf)
  const ofProduct = byKey(targets, ({ product }) => product)
  return [...new Set([...products, ...made, ...ofProduct.keys()])].sort().map((product) => {
    const entries = ofProduct.get(product) ?? []
    const ofScope = byKey(entries, targetKey)
    const speedOf = (scope: SpeedScope) => standing(ofScope.get(targetKey(scope)) ?? [], now)
    const machineIds = [...new Set(entries.flatMap(({ machineId }) => machineId ?? []))].sort()
    return {
      product,
      all: speedOf(allMachines),
      types: new Map(
        machineTypes.map(({ id }) => [id, speedOf({ machineTypeId: id, machineId: null })]),
      ),
      machines: machineIds
        .map((machineId) => ({ machineId, speed: speedOf({ machineTypeId: null, machineId }) }))
        .filter(({ speed: { present, next } }) => next !== null || ppmOf(present) !== null),
      changes: entries.length,
    }
  })
}

function byKey(
  targets: readonly ProductTarget[],
  keyOf: (target: ProductTarget) => string,
): Map<string, ProductTarget[]> {
  const found = new Map<string, ProductTarget[]>()
  for (const target of targets) {
    const list = found.get(keyOf(target))
    if (list) list.push(target)
    else found.set(keyOf(target), [target])
  }
  return found
}

export const ppmOf = (target: ProductTarget | null): number | null => target?.ppm ?? null

/** What is in force for a machine, a type or all: its own value, else that of the next in order (D98). */
export function speedInForce(
  row: SpeedRow,
  scope: SpeedScope,
  { machines }: Pick<Products, 'machines'>,
): ProductTarget | null {
  const own = machines.find(({ machineId }) => machineId === scope.machineId)
  const typeId = scope.machineTypeId ?? own?.machineTypeId
  return (
    [
      scope.machineId === null
        ? null
        : row.machines.find(({ machineId }) => machineId === scope.machineId)?.speed.present,
      typeId === undefined ? null : row.types.get(typeId)?.present,
      row.all.present,
    ].find((target) => ppmOf(target ?? null) !== null) ?? null
  )
}

/** The machines of which a value is, with their types. */
export const machinesIn = (
  { machineId, machineTypeId }: SpeedScope,
  { machines }: Pick<Products, 'machines'>,
) =>
  machines.filter((machine) =>
    machineId === null
      ? machineTypeId === null || machine.machineTypeId === machineTypeId
      : machine.machineId === machineId,
  )

/** A proposal as it is shown and set: whole packs per minute from ten on, else one decimal. */
export const proposedPpm = ({ proposed }: Pick<Proposal, 'proposed'>): number =>
  proposed >= 10 ? Math.round(proposed) : Math.round(proposed * 10) / 10

/** By what machines without a target go: the least and the largest estimate of the product; null: all have a target, or none ran. */
export function estimates(
  proposals: readonly Proposal[],
  product: string,
): readonly [least: number, largest: number] | null {
  const found = proposals
    .filter((one) => one.product === product && one.present === null)
    .map(proposedPpm)
  return found.length === 0 ? null : [Math.min(...found), Math.max(...found)]
}

/** `Milk Bar 45 g on FW-104`; of all machines in words of their own. */
export function speedTitle(
  product: string,
  scope: SpeedScope,
  known: Pick<Products, 'machineTypes'>,
  say: Say<'settings'>,
): string {
  if (targetKey(scope) === targetKey(allMachines)) return say('speedOnAll', { product })
  return say('speedOn', { product, machines: machinesWord(scope, known, say) })
}
