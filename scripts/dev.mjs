// `npm run dev`: the demo with the screens served by Vite, so that a change to a screen shows at once.
import { join } from 'node:path'
import { startPackboard } from './demo.mjs'
import { checkNode, installPackages, root, run, runtime, say } from './steps.mjs'

checkNode()
await installPackages()
const packboard = await startPackboard()
say(`the server is on ${packboard.url}; the screens follow on the address that Vite prints`)
await run(runtime(), [join(root, 'node_modules/vite/bin/vite.js')], {
  cwd: join(root, 'web'),
  env: { ...process.env, PACKBOARD_URL: packboard.url },
})
await packboard.stop()
