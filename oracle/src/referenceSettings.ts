import type { StateKind } from './referenceStates.ts'
import { momentOf, type Span } from './referenceWindow.ts'

/** A setting that was entered with a date (D98); of one key and minute the later of a list wins. */
export type RawChange = {
  readonly kind:
    | 'targetSpeed'
    | 'holdLimit'
    | 'designSpeed'
    | 'stopThreshold'
    | 'category'
    | 'line'
    | 'rules'
  /** Of one machine, else of the machines of a type; neither: of all of the client. */
  readonly serialNo?: string
  readonly type?: string
  /** Of a target speed; absent: of all products that have none. */
  readonly product?: string
  readonly code?: number
  /** null: none of its own from then on; of a line its name, '' where it stands in none. */
  readonly value: number | string | null
  /** A whole minute, or what the clock of the client shows then (of a machine type). */
  readonly at: number | { readonly date: string; readonly time: string }
}

/** What of a plant and its machines is set. */
type Plant = {
  readonly zone: string
  readonly recipes: ReadonlyMap<string, number | null>
  readonly changes?: readonly RawChange[]
}
type Machine = {
  readonly serialNo: string
  readonly targetPpm: number | null
  readonly type: {
    readonly label: string
    readonly holdMs: number
    readonly designPpm: number | null
    readonly categories: Readonly<Record<number, StateKind>>
  }
}

const momentOfChange = ({ at }: RawChange, zone: string) =>
  typeof at === 'number' ? at : momentOf(at.date, at.time, zone, 'start')

/** The newest of some changes that is valid; undefined: none is yet. */
function newest(
  plant: Pick<Plant, 'zone' | 'changes'>,
  at: number,
  isOf: (change: RawChange) => boolean,
) {
  let found: { readonly from: number; readonly change: RawChange } | undefined
  for (const change of plant.changes ?? []) {
    const from = momentOfChange(change, plant.zone)
    if (from <= at && isOf(change) && from >= (found?.from ?? from)) found = { from, change }
  }
  return found?.change.value
}

/** What is set by the first of these keys that has a value at a moment; each with what it is from the beginning. */
function firstSet<Value>(
  plant: Plant,
  at: number,
  keys: readonly (readonly [
    isOf: (change: RawChange) => boolean,
    first: Value | null | undefined,
  ])[],
): { readonly value: Value; readonly place: number } | undefined {
  for (const [place, [isOf, first]] of keys.entries()) {
    const changed = newest(plant, at, isOf)
    const value = changed === undefined ? first : (changed as Value | null)
    if (value !== null && value !== undefined) return { value, place }
  }
  return undefined
}

const ofMachine =
  (kind: RawChange['kind'], { serialNo }: Machine, more: Partial<RawChange> = {}) =>
  (change: RawChange) =>
    change.kind === kind &&
    change.serialNo === serialNo &&
    change.product === more.product &&
    change.code === more.code

const ofType =
  (kind: RawChange['kind'], { type }: Machine, more: Partial<RawChange> = {}) =>
  (change: RawChange) =>
    change.kind === kind &&
    change.serialNo === undefined &&
    change.type === type.label &&
    change.product === more.product &&
    change.code === more.code

/** D11, D98. */
export const holdAt = (plant: Plant, machine: Machine, at: number): number =>
  firstSet<number>(plant, at, [
    [ofMachine('holdLimit', machine), null],
    [ofType('holdLimit', machine), machine.type.holdMs],
  ])?.value ?? 90_000

/** D13, D98: what a state counts as, where that is another kind than the usual one. */
export const kindSetAt = (
  plant: Plant,
  machine: Machine,
  code: number,
  at: number,
): StateKind | undefined =>
  firstSet<StateKind>(plant, at, [
    [ofMachine('category', machine, { code }), null],
    [ofType('category', machine, { code }), machine.type.categories[code]],
  ])?.value

/** D22, D98: the target of a product without the estimate. */
export function targetSetAt(plant: Plant, machine: Machine, product: string, at: number) {
  const ofClient = (change: RawChange) =>
    change.kind === 'targetSpeed' &&
    change.serialNo === undefined &&
    change.type === undefined &&
    change.product === product
  const found = firstSet<number>(plant, at, [
    [ofMachine('targetSpeed', machine, { product }), null],
    [ofType('targetSpeed', machine, { product }), null],
    [ofClient, plant.recipes.get(product)],
    [ofMachine('targetSpeed', machine), machine.targetPpm],
    [ofMachine('designSpeed', machine), null],
    [ofType('designSpeed', machine), machine.type.designPpm],
  ])
  if (found === undefined) return undefined
  const source = found.place < 3 ? 'recipe' : found.place === 3 ? 'machine' : 'machineType'
  return { ppm: found.value, source } as const
}

/** D100: the design speed of a machine, else that of its type. */
export const designSetAt = (plant: Plant, machine: Machine, at: number): number | undefined =>
  firstSet<number>(plant, at, [
    [ofMachine('designSpeed', machine), null],
    [ofType('designSpeed', machine), machine.type.designPpm],
  ])?.value

/** D74, D98, in seconds; undefined: none is set. */
export function thresholdSetAt(
  plant: Plant,
  machine: Machine,
  first: number | undefined,
  at: number,
) {
  return firstSet<number>(plant, at, [
    [ofMachine('stopThreshold', machine), null],
    [ofType('stopThreshold', machine), first],
  ])?.value
}

/** D111, D114: by which rules figures are at a moment. */
export const isRevisedAt = (plant: Plant, at: number): boolean =>
  newest(plant, at, ({ kind }) => kind === 'rules') === 'revised'

/** Those at which a target or the rules of a machine may change. */
export const figureEdges = ({ changes = [], ...plant }: Plant, machine: Machine): number[] =>
  settingEdges(
    {
      ...plant,
      changes: changes.filter(({ kind }) => ['targetSpeed', 'designSpeed', 'rules'].includes(kind)),
    },
    machine,
  )

/** D98: the line in which a machine stood at a moment; '' in none. */
export const lineAt = (
  plant: Pick<Plant, 'zone' | 'changes'>,
  machine: Pick<Machine, 'serialNo'> & { readonly line: string },
  at: number,
): string => {
  const moved = newest(plant, at, isMoveOf(machine))
  return moved === undefined ? machine.line : String(moved)
}

const isMoveOf =
  ({ serialNo }: Pick<Machine, 'serialNo'>) =>
  (change: RawChange) =>
    change.kind === 'line' && change.serialNo === serialNo

/** The lines of a machine in a window, in order. */
export function linesIn(
  plant: Pick<Plant, 'zone' | 'changes'>,
  machine: Pick<Machine, 'serialNo'> & { readonly line: string },
  { from, to }: Span,
): (Span & { readonly line: string })[] {
  const moves = (plant.changes ?? [])
    .filter(isMoveOf(machine))
    .map((change) => momentOfChange(change, plant.zone))
    .filter((at) => from < at && at < to)
  const starts = [...new Set([from, ...moves])].sort((a, b) => a - b)
  return starts.map((start, index) => ({
    ...{ from: start, to: starts[index + 1] ?? to },
    line: lineAt(plant, machine, start),
  }))
}

/** The moments at which anything of a machine may change. */
export function settingEdges(plant: Plant, machine: Machine): number[] {
  const own = (plant.changes ?? []).filter(
    ({ serialNo, type }) =>
      serialNo === machine.serialNo ||
      (serialNo === undefined && (type === undefined || type === machine.type.label)),
  )
  const moments = own.map((change) => momentOfChange(change, plant.zone))
  return [...new Set(moments)].sort((a, b) => a - b)
}
