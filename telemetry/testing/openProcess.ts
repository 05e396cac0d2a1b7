/**
 * A Packboard's telemetry in a process of its own, for tests that kill it: `openProcess.ts <dataDir> [hold|write]`.
 *
 * It prints `open` or the name and words of what refused it. With `write` it then commits batches one after the other
 * and prints `acknowledged <number>` for each; with `hold` it waits. It ends when its stdin ends.
 */
import { argv, stdin, stdout } from 'node:process'
import { openTelemetry } from '../src/store.ts'
import { commitBatch } from '../src/write.ts'
import { numberedBatch } from './numberedSamples.ts'

const [dataDir = '', mode = 'hold', fsync = 'on'] = argv.slice(2)
const say = (line: string) => stdout.write(`${line}\n`)

try {
  const telemetry = await openTelemetry({ dataDir, memoryBytes: 1_500_000_000 })
  say(`engine ${telemetry.enginePid()}`)
  if (fsync === 'off') await withoutFsync()
  say('open')
  stdin.resume()
  let ended = false
  stdin.once('end', () => {
    ended = true
    if (mode === 'hold') void telemetry.close()
  })
  for (let batch = 0; mode === 'write' && !ended; batch += 1) {
    await commitBatch(telemetry, numberedBatch(batch))
    say(`acknowledged ${batch}`)
  }
  if (mode === 'write') await telemetry.close()

  /** To see a test of durability fail: the table as it would be without its settings. */
  async function withoutFsync() {
    await telemetry.context.connection.writer().command({
      query: `ALTER TABLE sample MODIFY SETTING fsync_after_insert = 0, fsync_part_directory = 0,
        min_rows_to_fsync_after_merge = 0, min_compressed_bytes_to_fsync_after_merge = 0`,
    })
  }
} catch (error) {
  say(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  process.exitCode = 1
}
