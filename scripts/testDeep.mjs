// `npm run test:deep`: what `npm test` takes a part of, whole, and the tests that it leaves out. For the nights.
import { runSuite } from './suite.mjs'

await runSuite({
  depth: 'deep',
  repeat: 'npm run test:deep',
  more: ['test:rights', 'test:database', 'test:cluster', 'test:proxies'],
})
