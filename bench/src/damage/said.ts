import type { PartOnDisk } from './partsOnDisk.ts'
import type { ServedPackboard } from './servedPackboard.ts'

type Damaged = {
  readonly table: string
  readonly month: string
  readonly rows: number | null
  readonly cause: string
}
/** What an operator can read of a damage. */
export type Said = { readonly text: string; readonly damage: readonly Damaged[] }

/** What health and the panel say, of one part or at all; undefined when they say nothing. */
export async function whatIsSaid(
  packboard: ServedPackboard,
  part?: PartOnDisk,
): Promise<Said | undefined> {
  try {
    const health = await fetch(`${packboard.url}/health/ready`)
    const ready: { damage: Damaged[] } = JSON.parse(await health.text())
    const panel = await packboard.call('/api/admin/warnings')
    const shown: { warnings: { code: string; table?: string }[] } = JSON.parse(await panel.text())
    const about = ({ table, month }: Damaged) =>
      part === undefined || (table === part.table && month === part.month)
    const both = ready.damage.filter(
      (one) => about(one) && shown.warnings.some(({ table }) => table === one.table),
    )
    if (both.length === 0) return undefined
    const text = ready.damage
      .map(({ table, month, rows, cause }) => `${table} ${month}: ${rows} rows ${cause}`)
      .join(', ')
    return { text, damage: ready.damage }
  } catch {
    return undefined
  }
}
