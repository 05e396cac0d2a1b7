import { CachedMinutes } from '../src/ledger/cachedMinutes.ts'
import { HourBook } from '../src/ledger/hourBook.ts'
import { PieceCache } from '../src/ledger/pieceCache.ts'

/** Lets questions be answered from the minutes of the store alone, as if no hour were written and no minute cached. */
export async function withoutHours<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { current } = HourBook.prototype
  HourBook.prototype.current = () => null
  try {
    return await withoutMemory(work)
  } finally {
    HourBook.prototype.current = current
  }
}

/** Lets questions be answered from the rows of the store, as if no minute and no hour were cached. */
export async function withoutMemory<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { of } = CachedMinutes.prototype
  const { parts } = PieceCache.prototype
  CachedMinutes.prototype.of = () => null
  PieceCache.prototype.parts = () => []
  try {
    return await work()
  } finally {
    CachedMinutes.prototype.of = of
    PieceCache.prototype.parts = parts
  }
}
