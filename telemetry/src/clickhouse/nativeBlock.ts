import type { Column } from './nativeColumns.ts'
import { RowWriter } from './rowWriter.ts'

/** How long each row's list is, as the engine wants it: where it ends among the values of all lists. */
export class ListEnds {
  readonly #ends: number[] = []
  #end = 0

  add(length: number): void {
    this.#end += length
    this.#ends.push(this.#end)
  }

  /** The values of all lists together. */
  get values(): number {
    return this.#end
  }

  bytes(): Uint8Array {
    // 64 bits each, the lower half first; a block has far fewer values than the lower half can count.
    const halves = new Uint32Array(this.#ends.length * 2)
    this.#ends.forEach((end, row) => {
      halves[row * 2] = end
    })
    return new Uint8Array(halves.buffer)
  }
}

/**
 * Rows in the engine's Native form, column by column: it takes a column as it is, while of rows it has to look for each value; a large
 * insert costs it a third of the processor time. All columns are made first and then filled, row by row, in one go: a loop for each
 * column costs us more than it saves the engine.
 */
export class NativeBlock {
  readonly #rows: number
  readonly #columns: { name: string; type: string; ends: ListEnds | undefined; of: Column }[] = []

  constructor(rows: number) {
    this.#rows = rows
  }

  add<Filled extends Column>(name: string, column: Filled): Filled {
    this.#columns.push({ name, type: column.type, ends: undefined, of: column })
    return column
  }

  /** A list for each row; the column has the values of all of them, one after the other. */
  addLists<Filled extends Column>(name: string, ends: ListEnds, column: Filled): Filled {
    this.#columns.push({ name, type: `Array(${column.type})`, ends, of: column })
    return column
  }

  bytes(): Buffer {
    const head = new RowWriter(16)
    head.length(this.#columns.length)
    head.length(this.#rows)
    const pieces: Uint8Array[] = [head.bytes()]
    for (const { name, type, ends, of } of this.#columns) {
      const title = new RowWriter(64)
      title.text(name)
      title.text(type)
      pieces.push(title.bytes())
      if (ends) pieces.push(ends.bytes())
      pieces.push(...of.bytes())
    }
    return Buffer.concat(pieces)
  }
}
