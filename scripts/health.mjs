// `packboard health`: whether the server of this machine answers; the health check of the container image.
import { callOwnServer } from './ownServer.mjs'
import { giveUp } from './steps.mjs'

/** Less than an engine of containers waits for it (`scripts/image/buildImage.mjs`). */
const patienceMs = 8_000

/** Ends with exit code 1 where it does not. `--ready`: whether all of its services work, too. */
export async function health(args) {
  const path = args.includes('--ready') ? '/health/ready' : '/health/live'
  const answer = await callOwnServer(path, patienceMs).catch((error) =>
    giveUp(`the server is not well (${error.code || error.message}); its log says why.`),
  )
  console.log(JSON.stringify(answer))
}
