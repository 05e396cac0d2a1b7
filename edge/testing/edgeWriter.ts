import { EdgeBuffer } from '../src/edgeBuffer.ts'

/** A process that writes into the buffer of an edge recorder for ever and prints each number that is acknowledged. */
const [folder = ''] = process.argv.slice(2)
const buffer = new EdgeBuffer({ folder, maxBytes: 500_000_000, log: { warn() {} } })
for (let n = 0; ; n += 1) {
  // Larger than a page, so that a commit is several writes.
  const line = JSON.stringify({ n, product: 'x'.repeat(6_000) })
  await buffer.add({
    entries: [{ serialNo: 'FW-101', receivedAt: n, line }],
    refused: [],
    seen: [],
  })
  process.stdout.write(`${n}\n`)
}
