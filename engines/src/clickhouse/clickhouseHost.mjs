/**
 * The child process that is the ClickHouse server. Plain JavaScript, so that it starts without a compile step.
 *
 * It loads the engine's library and calls its command line entry, which blocks this thread until the process ends;
 * a second thread watches the pipe from Packboard and ends the process when Packboard has ended, for whatever reason.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DataType, load, open } from 'ffi-rs'

const [configFile = '', dataDir = '', queryFile = ''] = process.argv.slice(2)

// Where every core is taken, the server goes first: it answers whether it is alive, takes records and stops questions. All
// threads of the engine inherit this.
setPriority(5)

// A signal to all processes, by Ctrl-C or by a supervisor, is for Packboard, which needs the engine until its stop is over and
// then closes the pipe.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)

new Worker(new URL('./watchParent.mjs', import.meta.url))

const fromHere = createRequire(import.meta.url)
const fromChdb = createRequire(fromHere.resolve('chdb/package.json'))
const flavour = process.platform === 'linux' ? '-gnu' : ''
const library = `@chdb/lib-${process.platform}-${process.arch}${flavour}/package.json`
open({ library: 'chdb', path: join(dirname(fromChdb.resolve(library)), 'libchdb.so') })

const args = [
  'clickhouse',
  `--path=${dataDir}`,
  `--config-file=${configFile}`,
  '--log-level=error',
  `--query=${readFileSync(queryFile, 'utf8')}`,
]
load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
})
// The call only returns when the engine could not start; its message is on stderr. A signal again, because a normal
// exit would wait for the watching thread.
process.kill(process.pid, 'SIGKILL')
