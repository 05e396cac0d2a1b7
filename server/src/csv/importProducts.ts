import type { RefusedLine } from '@packboard/contract'
import {
  type ImportedTarget,
  importRecipes,
  type Management,
  machinesOfClient,
  productTargets,
  tryRecipes,
} from '@packboard/management'
import type { ClientScope } from '@packboard/model'
import { type DatedTarget, type readRecipeCsv, refusal } from './readRecipeCsv.ts'

type Read = Awaited<ReturnType<typeof readRecipeCsv>>

/**
 * Imports products of a client with their target speeds, or tries to. Machines and machine types are those that the client has; what begins
 * in the past needs a preview (D98). Nothing is stored when a line is refused.
 */
export async function importProducts(
  management: Management,
  scope: ClientScope,
  { changes, targets, refused }: Read,
  importer: Parameters<typeof importRecipes>[2] | 'dryRun',
) {
  const nothing = { added: 0, changed: 0, unchanged: 0 }
  const { entries, unknown } = await keysOf(management, scope, targets)
  const wrong = inOrder([...refused, ...unknown])
  if (wrong.length > 0) return { ...nothing, refused: wrong }
  const { past, ...tried } = await tryRecipes(management, scope, changes, entries)
  if (past.length > 0) {
    const lines = past.map((place) => ({
      line: targets[place]?.line ?? 0,
      ...refusal('previewNeeded'),
    }))
    return { ...nothing, refused: inOrder(lines) }
  }
  if (importer === 'dryRun') return { ...tried, refused: [] }
  return { ...(await importRecipes(management, scope, importer, changes, entries)), refused: [] }
}

const inOrder = (lines: readonly RefusedLine[]): RefusedLine[] =>
  [...lines].sort((a, b) => a.line - b.line)

/** What a line names is looked up among the machines of the client, and their types. */
async function keysOf(
  management: Management,
  scope: ClientScope,
  targets: readonly DatedTarget[],
): Promise<{ readonly entries: ImportedTarget[]; readonly unknown: RefusedLine[] }> {
  const entries: ImportedTarget[] = []
  const unknown: RefusedLine[] = []
  if (targets.length === 0) return { entries, unknown }
  const [machines, { machineTypes }] = await Promise.all([
    machinesOfClient(management, scope),
    productTargets(management, scope),
  ])
  const machineOf = new Map(machines.map(({ id, serialNo }) => [serialNo, id]))
  const typeOf = new Map(machineTypes.map(({ id, label }) => [label, id]))
  for (const { line, serialNo, typeLabel, ...target } of targets) {
    const machineId = serialNo === null ? null : machineOf.get(serialNo)
    const machineTypeId = typeLabel === null ? null : typeOf.get(typeLabel)
    if (machineId === undefined || machineTypeId === undefined) {
      const field = machineId === undefined ? 'Machine' : 'MachineType'
      const cell = (serialNo ?? typeLabel ?? '').slice(0, 64)
      unknown.push({ line, ...refusal('notHere', { field, cell }) })
    } else {
      entries.push({ ...target, machineId, machineTypeId })
    }
  }
  return { entries, unknown }
}
