// `npm run test:cluster`: every case of the oracle on a cluster of two processes of each role, and 20 kills of real ones while
// machines send.
import { join } from 'node:path'
import { root, run, runtime } from './steps.mjs'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const env = { ...process.env, PACKBOARD_TEST_DEPTH: 'deep', PACKBOARD_TEST_CLUSTER: 'on' }
const tests = ['oracle/src/differential.test.ts', 'server/src/cluster']
process.exit(await run(runtime(), [vitest, 'run', ...tests], { env }))
