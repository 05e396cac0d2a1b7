import { HourBook } from '../src/ledger/hourBook.ts'

/** Lets questions be answered from minutes alone, as if no hour were written. */
export async function withoutHours<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { current } = HourBook.prototype
  HourBook.prototype.current = () => null
  try {
    return await work()
  } finally {
    HourBook.prototype.current = current
  }
}
