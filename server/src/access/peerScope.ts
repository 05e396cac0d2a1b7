import { AppError, grantPanelScope, type WholeInstallation } from '@packboard/model'

/** Another process of the installation has checked its caller: what it counts of all clients is for administrators. */
export function wholeInstallationOfPeer(): WholeInstallation {
  const scope = grantPanelScope({ reach: 'all' })
  if (scope.reach !== 'all') throw new AppError('request.notAllowed')
  return scope
}
