// `npm run test:proxies`: the configurations of deploy/nginx and deploy/caddy in real proxies before a real Packboard. A proxy that is
// not installed is skipped (Debian: apt-get install nginx-light caddy).
import { join } from 'node:path'
import { root, run, runtime } from './steps.mjs'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const env = { ...process.env, PACKBOARD_TEST_PROXIES: 'on' }
process.exit(await run(runtime(), [vitest, 'run', 'server/src/http/proxies.test.ts'], { env }))
