import { type FixedShift, fixedShift, type ShiftPage } from '@packboard/contract'
import { shiftPageLimits } from '@packboard/model'
import type { ShiftRead } from './readShift.ts'

/**
 * The page as it is stored at the second name. What machines and people wrote is not copied: those records are never changed themselves,
 * and a copy would outlive the erasure of a name in them (D54).
 */
export function fixedContent(page: FixedShift): string {
  const content = fixedShift.encode({
    ...page,
    changes: [],
    stories: page.stories.map((story) => ({ ...story, note: null, change: null })),
  })
  return JSON.stringify(content)
}

/** A stored page with what machines and people wrote, read now. */
export async function fixedPage(
  content: string,
  { page, quotesOf }: Pick<ShiftRead, 'page' | 'quotesOf'>,
): Promise<FixedShift> {
  const fixed = fixedShift.parse(JSON.parse(content))
  const { changes, changeCount } = page
  const stories = await Promise.all(
    fixed.stories.map(async (story) => ({ ...story, ...(await quotesOf(story)) })),
  )
  return { ...fixed, changes, changeCount, stories }
}

/** Which figures moved since a page was fixed: amounts by more than 0.1 % of the fixed one, OEEE by more than 0.1 points. */
export function changedLater(fixed: FixedShift, now: FixedShift): ShiftPage['changedLater'] {
  const figuresOf = ({ figures }: FixedShift) => ({
    packs: figures.made,
    oeee: figures.metrics.OEEE,
    stopTime: figures.stopSeconds,
    rejects: figures.metrics.rejects,
  })
  const [before, after] = [figuresOf(fixed), figuresOf(now)]
  return (['packs', 'oeee', 'stopTime', 'rejects'] as const)
    .map((figure) => ({ figure, fixed: before[figure], now: after[figure] }))
    .filter((row) => hasMoved(row))
}

function hasMoved({ figure, fixed, now }: ShiftPage['changedLater'][number]): boolean {
  if (fixed === null || now === null) return fixed !== now
  const most =
    figure === 'oeee'
      ? shiftPageLimits.movedPoints
      : (Math.abs(fixed) * shiftPageLimits.movedPercent) / 100
  return Math.abs(now - fixed) > most
}
