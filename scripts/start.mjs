// `npm start`: from a fresh clone to a running demo. `npm start -- serve` starts an empty installation instead,
// `npm start -- backup | restore | check | status` does that with one, `npm start -- support [file]` writes a support bundle of the one that runs, `npm start -- edge` starts an edge recorder; that one needs no engines, so it runs wherever Node does.
import { buildDocs } from './buildDocs.mjs'
import { commands, optionsOf, runCommand, runEdge, runPackboard, support } from './runPackboard.mjs'
import { buildScreens, checkNode, installPackages, needsEngines, say } from './steps.mjs'

const args = process.argv.slice(2)
const [command = ''] = args
checkNode({ engines: needsEngines(command) })
if (commands.includes(command)) {
  await installPackages()
  runCommand(command, args.slice(1))
} else if (command === 'edge') {
  await installPackages()
  runEdge()
} else if (command === 'support') {
  await installPackages()
  process.exit(await support(args.slice(1)))
} else {
  const options = optionsOf(args)
  await installPackages()
  buildScreens()
  // Packboard starts without them, too, and says so at /docs.
  await buildDocs().catch((error) => say(`the documentation was not made: ${error.message}`))
  await runPackboard({ demo: !args.includes('serve'), ...options })
}
