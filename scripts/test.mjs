// `npm test`: every kind of test, from a fresh clone. The last line shows the totals.
import { runSuite } from './suite.mjs'

await runSuite({ depth: 'daily', repeat: 'npm test' })
