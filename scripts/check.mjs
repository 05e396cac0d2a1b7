// `npm run check`: types, formatting and lint. Two at a time, each with one checker: several checkers of one project each
// resolve the same types again, which took half of the processor time.
import { run } from './steps.mjs'

const types = (project) => () => run('tsc', ['--noEmit', '--checkers', '1', '-p', project])
const lint = () => run('biome', ['check', '--error-on-warnings', '.'])

const codes = await Promise.all([
  inTurn(types('tsconfig.json')),
  inTurn(types('web/tsconfig.json'), types('e2e/tsconfig.json'), lint),
])
process.exit(codes.every((code) => code === 0) ? 0 : 1)

/** The worst exit code of the steps. */
async function inTurn(...steps) {
  let worst = 0
  for (const step of steps) worst = Math.max(worst, await step())
  return worst
}
