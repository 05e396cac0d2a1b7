// `npm start`: from a fresh clone to a running demo. `npm start -- serve` starts an empty installation instead.
import { optionsOf, runPackboard } from './runPackboard.mjs'
import { buildScreens, checkNode, installPackages } from './steps.mjs'

const args = process.argv.slice(2)
const options = optionsOf(args)
checkNode()
await installPackages()
buildScreens()
await runPackboard({ demo: !args.includes('serve'), ...options })
