/** What the server has in common with the edge recorder, which is a program of its own. */
export { boundBodies } from './http/bodyTurns.ts'
export { isLoopback, isLoopbackHost, refuseOtherTargets } from './http/connections.ts'
export { answerErrors } from './http/errors.ts'
export { keyedSemaphore } from './http/keyedSemaphore.ts'
export { limits } from './http/limits.ts'
export {
  type CertificateFiles,
  type WatchedCertificate,
  watchCertificate,
} from './program/certificateFiles.ts'
export { exitCodes, exitOf } from './program/exits.ts'
export { createLog } from './program/log.ts'
export { ConfigError, hosts } from './program/settings.ts'
export { thisVersion } from './program/version.ts'
