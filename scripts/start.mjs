// `npm start`: from a fresh clone to a running demo. `npm start -- serve` starts an empty installation instead,
// `npm start -- support [file]` writes a support bundle of the one that runs.
import { optionsOf, runPackboard, support } from './runPackboard.mjs'
import { buildScreens, checkNode, installPackages } from './steps.mjs'

const args = process.argv.slice(2)
const options = optionsOf(args)
checkNode()
await installPackages()
if (args[0] === 'support') process.exit(await support(args.slice(1)))
buildScreens()
await runPackboard({ demo: !args.includes('serve'), ...options })
