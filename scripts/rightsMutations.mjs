// Every single check of the rights, with the change that removes it and the tests that must fail then. `from` must be
// in the file exactly once, or `nth` says which one is meant (counted from 1).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const access = 'server/src/access'
const policies = `${access}/policies.test.ts`
const guard = `${access}/guard.test.ts`
const clientScope = `${access}/clientScope.test.ts`
const panelScope = `${access}/panelScope.test.ts`
const reach = 'management/src/users/reach.test.ts'
const links = 'management/src/passwordLinks/passwordLinks.test.ts'
const sessions = 'management/src/sessions/sessions.test.ts'
const devices = 'management/src/devices/devices.test.ts'
const signIn = 'management/src/signIn/signIn.test.ts'
const machines = 'management/src/machines/machines.test.ts'
const connections = 'management/src/machines/connections.test.ts'
const changing = 'management/src/change/changing.test.ts'
const restore = 'management/src/deleted/restore.test.ts'
const clients = 'management/src/clients/clients.test.ts'
const former = 'management/src/clients/formerAccess.ts'
const baseline = 'management/src/migrations/baseline'
const rules = 'management/src/migrations/rules.test.ts'
const recipes = 'management/src/recipes/importRecipes.test.ts'
const plan = 'management/src/plan/plan.test.ts'
const views = 'management/src/savedViews/savedViews.test.ts'
const own = 'management/src/preferences/preferences.test.ts'
const reasons = 'management/src/reasons/reasons.test.ts'
const labels = 'management/src/stopLabels/stopLabels.test.ts'
const stopBook = 'server/src/stops/stopBook.test.ts'
const tablet = 'server/src/routes/operatorLink.test.ts'
const recorders = 'management/src/installations/installations.test.ts'
const signUp = 'management/src/passwordLinks/register.test.ts'
const audit = 'management/src/auditLog/auditLog.test.ts'

const change = (file, test) => (what, from, to, nth) => ({ file, test, what, from, to, nth })
/** A clause of a query that is left out. */
const without = (file, test) => (from, nth) => ({
  file,
  test,
  what: `without ${from}`,
  from,
  to: '',
  nth,
})

const policy = change(`${access}/policies.ts`, policies)
const scope = change(`${access}/clientScope.ts`, clientScope)
const panel = change(`${access}/panelScope.ts`, panelScope)
const inGuard = change(`${access}/guard.ts`, guard)
const cache = change(`${access}/sessionCache.ts`, `${access}/sessionCache.test.ts`)
const roles = change(`${access}/roles.ts`, `${access}/roles.test.ts`)
const peers = change('server/src/cluster/internalRoutes.ts', 'server/src/cluster/cluster.test.ts')

/** Checks that need no engine to be tested. */
export const quickMutations = [
  policy(
    'everybody chooses a client',
    'chooseClient: picksClient(actor.role)',
    'chooseClient: true',
  ),
  policy(
    'a device reads dashboards',
    'readDashboards: signsIn(actor.role)',
    'readDashboards: true',
  ),
  policy(
    'everybody sets up products',
    'editProducts: editsProduction(actor.role)',
    'editProducts: true',
  ),
  policy(
    'everybody reads what became of records',
    'readQuarantine: readsQuarantine(actor.role)',
    'readQuarantine: true',
  ),
  policy(
    'a user labels old stops',
    'labelOldStops: labelsOldStops(actor.role)',
    'labelOldStops: true',
  ),
  policy('a device labels stops', 'labelStops: signsIn(actor.role)', 'labelStops: true'),
  policy(
    'everybody imports records',
    'importRecords: importsRecords(actor.role)',
    'importRecords: true',
  ),
  policy('everybody erases names', 'eraseNames: erasesNames(actor.role)', 'eraseNames: true'),
  policy(
    'everybody reads the audit log',
    'readAuditLog: readsAuditLog(actor.role)',
    'readAuditLog: true',
  ),
  policy('everybody opens the panel', 'openPanel: seesPanel(actor.role)', 'openPanel: true'),
  policy(
    'everybody manages users',
    'manageUsers: creatableRoles(actor.role).length > 0',
    'manageUsers: true',
  ),
  policy('everybody names lines', 'nameLines: editsProduction(actor.role)', 'nameLines: true'),
  policy(
    'everybody manages the installation',
    "manageInstallation: actor.role === 'admin'",
    'manageInstallation: true',
  ),
  policy(
    'every screen offers to approve accounts',
    "approveUsers: actor.role === 'admin'",
    'approveUsers: true',
  ),
  policy('everybody sees devices', 'readDevices: seesPanel(actor.role)', 'readDevices: true'),
  policy(
    'everybody makes tokens of devices',
    'manageDevices: managesDevices(actor.role)',
    'manageDevices: true',
  ),
  policy(
    'everybody deletes devices',
    'deleteDevices: deletesDevices(actor.role)',
    'deleteDevices: true',
  ),
  policy('everybody restores', "restoreDeleted: actor.role === 'admin'", 'restoreDeleted: true'),
  policy(
    'everybody gives every role',
    'role !== undefined && creatableRoles(actor.role).includes(role)',
    'role !== undefined',
  ),
  roles(
    'a device signs in',
    "'engineer', 'distributor'])\n\n/** Who may sign in",
    "'engineer', 'distributor', 'device'])\n\n/** Who may sign in",
  ),
  roles('one acts on oneself', ' || actor.userId === target.userId', ''),
  roles(
    'everybody acts on an admin',
    "return actor.role === 'admin' || target.role !== 'admin'",
    'return true',
  ),
  roles(
    'whose role one may not give gets another address',
    'creatableRoles(actor.role).includes(target.role)',
    'true',
  ),
  roles(
    'who acts on nobody changes addresses',
    'if (!actsOnUser(actor, target)) return false\n  return target.role === null',
    'return target.role === null',
  ),
  roles(
    'everybody changes the address of who awaits approval',
    "target.role === null\n    ? actor.role === 'admin'",
    'target.role === null\n    ? true',
  ),
  roles('who may create nobody acts on users', 'creatableRoles(actor.role).length === 0 || ', ''),
  scope(
    'everybody sees every client',
    ': sees(rules.distributorSees, viewer, clientId, client.distributorId)',
    ': true',
  ),
  scope(
    'forbidden names of operators are read by users',
    'isLink || !readsForbiddenNames(viewer.role)',
    'isLink',
  ),
  scope(
    'forbidden names of operators are read on walls and tablets',
    'isLink || !readsForbiddenNames(viewer.role)',
    '!isLink && !readsForbiddenNames(viewer.role)',
  ),
  scope('a television sees every client', '? viewer.clientId === clientId', '? true'),
  scope('a client that is not there is granted', '    client &&\n', '    '),
  scope(
    'a distributor sees every client',
    "if (distributorSees === 'all') return true",
    'return true',
  ),
  scope(
    'no distributor is a distributor',
    'actor.distributorId !== null && actor.distributorId === distributorId',
    'actor.distributorId === distributorId',
  ),
  scope('people of a client see every client', 'return actor.clientId === clientId', 'return true'),
  panel(
    'a distributor reaches every row',
    "grantPanelScope({ reach: 'distributor', distributorId: actor.distributorId })",
    "grantPanelScope({ reach: 'all' })",
  ),
  panel(
    'people of a client reach every row',
    "grantPanelScope({ reach: 'client', clientId: actor.clientId })",
    "grantPanelScope({ reach: 'all' })",
  ),
  panel(
    'whoever belongs nowhere reaches every row',
    "throw new AppError('request.notAllowed')",
    "return grantPanelScope({ reach: 'all' })",
    1,
  ),
  change(`${access}/clientScope.ts`, `${access}/pickMachines.test.ts`)(
    'machines outside the scope are picked',
    'bySerial.get(serialNo) ?? []',
    'bySerial.get(serialNo) ?? inScope[0] ?? []',
  ),
  change('server/src/figures/filterWire.ts', 'server/src/figures/selectMachines.test.ts')(
    'a machine that is not there is no error',
    "if (machineId !== all && named.length === 0) throw new AppError('machine.notFound')",
    '',
  ),
  change('server/src/figures/filterWire.ts', 'server/src/figures/selectMachines.test.ts')(
    'a named machine means all of them',
    'machineId === all || serialNo === machineId',
    'true',
  ),
  inGuard('no session is needed', 'if (!actor) return refuse(address)', 'if (!actor) return'),
  inGuard(
    'every role goes through every door',
    "if (!may(actor)[policy.caller]) throw new AppError('request.notAllowed')",
    '',
  ),
  inGuard('a device needs no token', 'if (!device) return refuse(address)', 'if (!device) return'),
  inGuard(
    'a device needs no name',
    "userName === '' ? null : await deps.device",
    'await deps.device',
  ),
  inGuard(
    'a link opens the pages of the other kind, and before a name was chosen',
    'if (!kiosk || !admits(policy, kiosk)) return refuse(address)',
    'if (!kiosk) return refuse(address)',
  ),
  inGuard('a route without a policy is open', 'if (!config?.policy) {', 'if (false) {'),
  inGuard(
    'a token of the probes is not compared',
    'given.length === wanted.length && timingSafeEqual(given, wanted)',
    'true',
  ),
  inGuard('probes from elsewhere', " || !isLoopback(request.socket.remoteAddress ?? '')", ''),
  inGuard('probes through a proxy', 'forwarded !== undefined || ', ''),
  inGuard(
    'who asks too much does not wait',
    'const pause = reads.take(viewerKey(viewer))',
    'const pause = 0',
  ),
  inGuard(
    'who is refused too often does not wait',
    'const wait = deps.refusals.wait(address)',
    'const wait = 0',
  ),
  inGuard(
    'a route takes nobody for a person',
    "if (!actor) throw new AppError('session.required')",
    "if (!actor) return { userId: 1, username: 'x', role: 'admin', clientId: null, distributorId: null }",
  ),
  cache('any text is looked up as a token', 'if (!tokenPattern.test(token)) return undefined', ''),
  cache('an old answer is believed', 'at - known.at < believeMs', 'true'),
  cache('a clock that stepped back keeps an answer', 'at >= known.at && ', ''),
  cache(
    'a sign-out is not known at once',
    'forget: (token) => void entries.delete(keyOf(token))',
    'forget: () => undefined',
  ),
]

const wall = change('management/src/scope.ts', reach)
const inUsers = change('management/src/users/users.ts', reach)
const toChange = change('management/src/users/users.ts', reach)
const reset = change('management/src/passwordLinks/resetPassword.ts', links)
const resetWithout = without('management/src/passwordLinks/resetPassword.ts', links)
const forgotWithout = without('management/src/passwordLinks/resetPassword.ts', links)
const confirmWithout = without('management/src/emailChanges/emailChanges.ts', links)
const inviteWithout = without('management/src/passwordLinks/invite.ts', links)
const session = change('management/src/sessions/sessions.ts', sessions)
const sessionWithout = without('management/src/sessions/sessions.ts', sessions)
const deviceWithout = without('management/src/deviceCredentials/deviceIndex.ts', devices)
const deviceFound = without('management/src/devices/devices.ts', devices)
const signingIn = change('management/src/signIn/signIn.ts', signIn)

/** Checks inside the queries to the management store. */
export const storeMutations = [
  change('model/src/operatorNames.ts', 'server/src/access/operatorNames.test.ts')(
    'forbidden names of operators stand in answers',
    'hidesOperators ? hiddenName : name',
    'name',
  ),
  without('management/src/users/users.ts', reach)(".where('u.deleted_at', 'is', null)", 1),
  without('management/src/users/users.ts', reach)(".where('c.deleted_at', 'is', null)"),
  change('management/src/users/users.ts', reach)(
    'users are listed without the wall',
    "whereReached(query, scope, { client: 'u.client_id', distributor: 'd.id' })",
    'query',
  ),
  wall('a client lists everybody', 'query.where(isOwner(columns.client, scope.clientId))', 'query'),
  wall(
    'a distributor lists everybody',
    'query.where(isOwner(columns.distributor, scope.distributorId))',
    'query',
  ),
  wall('a client changes everybody', 'row.client_id === scope.clientId', 'true'),
  wall('a distributor changes everybody', 'row.distributor_id === scope.distributorId', 'true'),
  without('management/src/users/users.ts', reach)(".where('u.deleted_at', 'is', null)", 2),
  toChange('users of a deleted client are changed', 'row.client_deleted_at !== null || ', ''),
  toChange('the scope is not asked', ' || !reaches(scope, row)', ''),
  toChange(
    'whom one may not act on is acted on',
    "if (!mayActOn(targetOf(row))) throw new AppError('request.notAllowed')",
    '',
  ),
  inUsers(
    'a client places users in another client',
    "if (scope.reach === 'client' && wanted !== scope.clientId) throw new AppError('client.notFound')",
    '',
  ),
  inUsers(
    'a distributor names another distributor',
    "throw new AppError('distributor.notFound')",
    '',
  ),
  inUsers(
    'a distributor places users in another’s client',
    "scope.reach === 'distributor' && client.distributor_id !== scope.distributorId",
    'false',
  ),
  inUsers(
    'a client is said to be another distributor’s',
    'requested.distributorId !== null && requested.distributorId !== client.distributor_id',
    'false',
  ),
  without('management/src/change/changing.ts', reach)(".where('deleted_at', 'is', null)", 1),
  without('management/src/machines/machines.ts', reach)(".where('m.deleted_at', 'is', null)", 1),
  without('management/src/machines/machines.ts', reach)(".where('c.deleted_at', 'is', null)", 1),
  change('management/src/machines/machines.ts', reach)(
    'machines are listed without the wall',
    "whereReached(query, scope, { client: 'm.client_id', distributor: 'c.distributor_id' })",
    'query',
  ),
  without('management/src/machines/machines.ts', reach)(".where('m.deleted_at', 'is', null)", 2),
  without('management/src/machines/machines.ts', reach)(".where('c.deleted_at', 'is', null)", 2),
  change('management/src/machines/machines.ts', reach)(
    'machines are changed without the wall',
    ' || !reaches(scope, row)',
    '',
  ),
  change('management/src/kioskLinks/kioskLinks.ts', reach)(
    'links are listed without the wall',
    "whereReached(query, scope, { client: 'k.client_id', distributor: 'c.distributor_id' })",
    'query',
  ),
  change('management/src/kioskLinks/changeKioskLinks.ts', reach)(
    'links are revoked without the wall',
    ' || !reaches(scope, link)',
    '',
    2,
  ),
  change('management/src/kioskLinks/changeKioskLinks.ts', reach)(
    'links are changed without the wall',
    ' || !reaches(scope, link)',
    '',
    1,
  ),
  change('management/src/kioskLinks/changeKioskLinks.ts', reach)(
    'links are made without the wall',
    "if (!reaches(scope, owner)) throw new AppError('client.notFound')",
    '',
  ),
  change('management/src/machines/changeMachines.ts', reach)(
    'a line is named for another client’s machine',
    'requested.clientId !== undefined && requested.clientId !== clientId',
    'false',
  ),
  change('management/src/users/changeUsers.ts', links)(
    'everybody changes addresses',
    "if (moved && !mayChangeEmail(targetOf(before))) throw new AppError('request.notAllowed')",
    '',
  ),
  change('management/src/users/changeUsers.ts', links)(
    'a new address is in force at once',
    'const waits = moved && before.password_hash !== null',
    'const waits = false',
  ),
  confirmWithout(".where('e.expires_at', '>', new Date(store.now()))"),
  confirmWithout(".where('c.deleted_at', 'is', null)"),
  reset(
    'an invitation takes no terms',
    "if (link.kind === 'invitation' && !requested.termsAccepted) throw new AppError('terms.required')",
    '',
  ),
  reset('accepted terms are not kept', "if (still.kind === 'invitation') {", 'if (false) {'),
  reset(
    'any password will do',
    "await requirePassword(requested.newPassword, requested.rules, 'newPassword')",
    '',
  ),
  // A used link lives on only in the table: both checks of it must be removed to use it twice.
  {
    ...reset('a used link is good', ".where('l.used_at', 'is', null)", ''),
    also: [{ from: ".where('used_at', 'is', null)", to: '' }],
  },
  reset('of two uses at one moment both win', ".where('used_at', 'is', null)", ''),
  resetWithout(".where('l.expires_at', '>', new Date(now))"),
  resetWithout(".where('u.deleted_at', 'is', null)", 2),
  resetWithout(".where('u.enabled', '=', true)", 2),
  resetWithout(".where('c.deleted_at', 'is', null)", 2),
  forgotWithout(".where('u.deleted_at', 'is', null)", 1),
  forgotWithout(".where('u.enabled', '=', true)", 1),
  forgotWithout(".where('c.deleted_at', 'is', null)", 1),
  change('management/src/passwordLinks/resetPassword.ts', links)(
    'links are sent without end',
    'if (count >= passwordLinkLimits.requestsPerHour) return undefined',
    '',
  ),
  inviteWithout(".where('password_hash', 'is', null)"),
  inviteWithout(".where('deleted_at', 'is', null)"),
  inviteWithout(".where('enabled', '=', true)"),
  change('management/src/passwordLinks/register.ts', signUp)(
    'another’s address is a user name',
    "username.includes('@') && username.toLowerCase() !== email.toLowerCase()",
    'false',
  ),
  change('management/src/passwordLinks/register.ts', signUp)(
    'a registration takes the address of another account',
    '!row || (await ownerOf(change, row.email))',
    '!row',
  ),
  without('management/src/passwordLinks/register.ts', signUp)(".where('expires_at', '>', now)"),
  sessionWithout(".where('u.enabled', '=', true)"),
  sessionWithout(".where('u.deleted_at', 'is', null)"),
  session('people of a disabled client stay', "eb('c.enabled', '=', true), ", ''),
  session('people of a deleted client stay', ", eb('c.deleted_at', 'is', null)", ''),
  session('a session never ends', 'now >= row.expires_at.getTime() || ', ''),
  session('an unused session never ends', ' || now >= lastSeen + idleMs', ''),
  signingIn('every password fits', '!user || !fits || ', '!user || '),
  signingIn('a disabled account signs in', '!user.enabled || ', ''),
  signingIn('people of a deleted client sign in', ' || user.client?.deleted', ''),
  signingIn(
    'who awaits approval signs in',
    "if (role === null) throw new AppError('signin.pending')",
    "if (role === null) throw new AppError('signin.failed')",
  ),
  signingIn(
    'people of a disabled client sign in',
    "if (client && !client.enabled) throw new AppError('signin.clientDisabled')",
    '',
  ),
  without('management/src/users/users.ts', signIn)(".where('u.deleted_at', 'is', null)", 3),
  deviceWithout(".where('d.enabled', '=', true)"),
  deviceWithout(".where('d.deleted_at', 'is', null)"),
  deviceWithout(".where('c.deleted_at', 'is', null)"),
  deviceWithout(".where('m.deleted_at', 'is', null)"),
  change('management/src/devices/deviceDirectory.ts', devices)(
    'a token never ends',
    '(found.expiresAt !== null && store.now() >= found.expiresAt)',
    'false',
  ),
  change('management/src/deviceCredentials/deviceIndex.ts', devices)(
    'a token is of any name',
    "JSON.stringify([foldedName(name), token.normalize('NFKC')])",
    "token.normalize('NFKC')",
  ),
  deviceFound(' || !reaches(scope, row)'),
  change('management/src/devices/changeDevices.ts', devices)(
    'a device is added to others',
    "if (!reaches(scope, owner)) throw new AppError('client.notFound')",
    '',
  ),
  change('management/src/devices/devices.ts', devices)(
    'devices are listed without the wall',
    "whereReached(query, scope, { client: 'd.client_id', distributor: 'c.distributor_id' })",
    'query',
  ),
  change('management/src/devices/devices.ts', changing)(
    'a device is bound to machines of others',
    ".where('client_id', '=', device.clientId)",
    '',
  ),
  change('management/src/devices/devices.ts', changing)(
    'a machine is bound to devices of others',
    ".where('client_id', '=', machine.clientId)",
    '',
  ),
  without(
    'management/src/machines/machines.ts',
    machines,
  )(".where('machine.client_id', '=', scope.clientId)"),
  without(
    'management/src/machines/machines.ts',
    machines,
  )(".where('machine.deleted_at', 'is', null)"),
  without(
    'management/src/machines/machines.ts',
    machines,
  )(".where('client.deleted_at', 'is', null)"),
  without(
    'management/src/machines/machineConnection.ts',
    connections,
  )(".where('m.client_id', '=', scope.clientId)"),
  without('management/src/machines/machineConnection.ts', connections)(
    ".where('m.deleted_at', 'is', null)",
    2,
  ),
  without(
    'management/src/machines/machineConnection.ts',
    recipes,
  )(".where('machine.client_id', '=', scope.clientId)"),
  without(
    'management/src/directory/machineDirectory.ts',
    machines,
  )(".where('client.deleted_at', 'is', null)"),
  without('management/src/recipes/recipesOfClient.ts', machines)(
    ".where('client_id', '=', scope.clientId)",
    2,
  ),
  without('management/src/recipes/recipesOfClient.ts', recipes)(
    ".where('client_id', '=', scope.clientId)",
    1,
  ),
  without('management/src/recipes/importRecipes.ts', recipes)(".where('deleted_at', 'is', null)"),
  without('management/src/recipes/importRecipes.ts', recipes)(".where('client_id', '=', clientId)"),
  without('management/src/plan/storedPlan.ts', plan)(".where('client_id', '=', clientId)", 1),
  without('management/src/plan/storedPlan.ts', plan)(".where('w.client_id', '=', clientId)"),
  without('management/src/plan/storedPlan.ts', plan)(".where('e.client_id', '=', clientId)"),
  without('management/src/plan/storedPlan.ts', plan)(".where('client_id', '=', clientId)", 2),
  without(
    'management/src/installations/installations.ts',
    recorders,
  )(".where('d.client_id', '=', scope.clientId)"),
  without(
    'management/src/installations/installations.ts',
    recorders,
  )(".where('d.deleted_at', 'is', null)"),
  without('management/src/installations/installations.ts', recorders)(
    ".where('device_id', '=', deviceId)",
    1,
  ),
  without('management/src/plan/storedPlan.ts', plan)(".where('id', '=', scope.clientId)"),
  without('management/src/plan/storedPlan.ts', plan)(".where('deleted_at', 'is', null)", 1),
  ...[1, 2].map((nth) =>
    without('management/src/reasons/storedReasons.ts', reasons)(
      ".where('client_id', '=', clientId)",
      nth,
    ),
  ),
  without('management/src/reasons/storedReasons.ts', reasons)(".where('id', '=', scope.clientId)"),
  without(
    'management/src/reasons/setReasons.ts',
    reasons,
  )(".where('client_id', '=', clientId).where('id', 'in', ids)"),
  without(
    'management/src/stopLabels/storedLabels.ts',
    labels,
  )(".where('l.client_id', '=', clientId)"),
  without(
    'management/src/stopLabels/storedLabels.ts',
    labels,
  )(`l.client_id = \${scope.clientId} and `),
  ...[1, 2].map((nth) =>
    without('management/src/stopLabels/addLabel.ts', labels)(
      "\n    .where('client_id', '=', scope.clientId)",
      nth,
    ),
  ),
  without('management/src/stopLabels/addLabel.ts', labels)("\n    .where('retired', '=', false)"),
  change('management/src/stopLabels/addLabel.ts', labels)(
    'the second person wins',
    'demandSeen(scope, held, requested.replaces)',
    'void held',
  ),
  without('management/src/recordFiles/recordFiles.ts', 'server/src/files/recordFiles.test.ts')(
    ".where('f.client_id', '=', scope.clientId)",
    1,
  ),
  without('management/src/recordFiles/recordFiles.ts', 'server/src/files/recordFiles.test.ts')(
    ".where('f.client_id', '=', scope.clientId)",
    2,
  ),
  without(
    'management/src/savedViews/savedViews.ts',
    views,
  )(".where('v.client_id', '=', scope.clientId)"),
  without('management/src/savedViews/savedViews.ts', views)(".where('u.deleted_at', 'is', null)"),
  without(
    'management/src/savedViews/savedViews.ts',
    views,
  )(".where(({ eb, or }) => or([eb('v.owner_id', '=', userId), eb('v.is_shared', '=', true)]))"),
  without('management/src/preferences/preferences.ts', own)(".where('user_id', '=', userId)", 2),
  without(
    'management/src/preferences/preferences.ts',
    own,
  )(".where('client_id', '=', scope.clientId)"),
  without('management/src/preferences/preferences.ts', own)(".where('user_id', '=', userId)", 1),
  without('management/src/savedViews/savedViews.ts', views)(
    ".where('owner_id', '=', editor.userId)",
    1,
  ),
  ...[2, 4].map((nth) =>
    without('management/src/savedViews/savedViews.ts', views)(
      ".where('client_id', '=', clientId)",
      nth,
    ),
  ),
  without('management/src/savedViews/savedViews.ts', views)(
    ".where('owner_id', '=', editor.userId)",
    2,
  ),
  change('management/src/savedViews/savedViews.ts', views)(
    'everybody deletes what others share',
    "if (!mayShare) throw new AppError('request.notAllowed')",
    '',
  ),
  ...[1, 2].flatMap((nth) => [
    without(former, clients)("\n    .where('maker.group_id', '=', distributorGroup)", nth),
    without(former, clients)(
      "\n    .whereRef('maker.distributor_id', 'is distinct from', 'c.distributor_id')",
      nth,
    ),
  ]),
  ...['u', 'v'].map((table) =>
    without(
      former,
      clients,
    )(
      `\n    .$if(clientId !== undefined, (query) => query.where('${table}.client_id', '=', clientId ?? 0))`,
    ),
  ),
  without('management/src/clients/clients.ts', clients)(
    ".where('client.deleted_at', 'is', null)",
    1,
  ),
  without(
    'management/src/clients/clients.ts',
    clients,
  )(".where('client.distributor_id', '=', distributorId)"),
  change('management/src/auditLog/auditLog.ts', audit)(
    'a part of the log is all of it',
    "if (requested.clientId !== undefined)\n      found = found.where('a.client_id', '=', requested.clientId)",
    '',
  ),
  change('management/src/change/changing.ts', changing)(
    'the second of two edits wins',
    "if (requested !== undefined && requested !== row.version) throw new AppError('edit.conflict')",
    '',
  ),
  change('management/src/users/changeUsers.ts', changing)(
    'the client of a user changes',
    "if (!same(requested.clientId, known.client_id))\n    throw refusedField('clientId', 'The client of a user stays.')",
    '',
  ),
  change('management/src/users/changeUsers.ts', changing)(
    'the role of a user changes unsaid',
    "if (!same(requested.groupId, known.group_id))\n    throw refusedField('role', 'The role of a user stays.')",
    '',
  ),
  ...['distributor', 'machine type', 'client', 'machine', 'user'].map((kind, index) =>
    change('management/src/deleted/restore.ts', restore)(
      `a ${kind} is restored after its 30 days`,
      ".where('deleted_at', '>', oldestRestorable(at.getTime()))",
      '',
      index + 1,
    ),
  ),
  change('management/src/deleted/restore.ts', restore)(
    'users who were deleted before come back with their client',
    ".where('deleted_with_client', '=', true)",
    ".where('deleted_at', 'is not', null)",
    2,
  ),
  change('management/src/clients/changeClients.ts', restore)(
    'a client in which others are is deleted alone',
    ".where('client_id', '=', id)",
    '',
    1,
  ),
  change(`${baseline}/organisation.ts`, rules)(
    'client 1 is deleted or disabled',
    "new.deleted_at is not null or not new.enabled) then\n    raise exception 'client 1",
    "false) then\n    raise exception 'client 1",
  ),
  change(`${baseline}/access.ts`, rules)(
    'the last admin is deleted',
    "raise exception 'the last admin cannot be deleted or disabled' using errcode = 'PB002';",
    'null;',
  ),
  change(`${baseline}/organisation.ts`, rules)(
    'a machine moves to another client',
    'if new.client_id <> old.client_id then',
    'if false then',
  ),
  change(`${baseline}/access.ts`, rules)(
    'the audit log is changed',
    "raise exception 'the audit log is never changed' using errcode = 'PB004';",
    'return new;',
  ),
  change(`${baseline}/access.ts`, rules)(
    'sessions outlive a change of the person',
    'delete from session where user_id = new.id;',
    'null;',
  ),
  change(`${baseline}/access.ts`, links)(
    'links outlive a change of the account',
    'delete from password_link where user_id = new.id and used_at is null;',
    'null;',
  ),
]

const rights = `${access}/rights.test.ts`
const isolation = `${access}/isolation.test.ts`
const granted = (file, from, clientId, only, nth) => ({
  file,
  test: rights,
  only,
  what: 'grants itself the scope that was asked for',
  from,
  to: `({ clientId: ${clientId} } as Awaited<ReturnType<typeof access.scope>>)`,
  nth,
})

/** Checks at the routes, which need the whole server. */
export const routeMutations = [
  peers(
    'the calls between processes answer everybody',
    "if (!isPeer(request, secret)) throw new AppError('page.notFound')",
    '',
    1,
  ),
  peers(
    'a process that holds a cell answers everybody',
    "if (!isPeer(request, secret)) throw new AppError('page.notFound')",
    '',
    2,
  ),
  ...['GET', 'POST', 'PUT', 'DELETE'].map((method, index) =>
    granted(
      'server/src/routes/savedViews.ts',
      'await access.scope(actor, request.params.clientId)',
      'request.params.clientId',
      `${method} /api/admin/views`,
      index + 1,
    ),
  ),
  ...['GET', 'PUT'].map((method, index) =>
    granted(
      'server/src/routes/preferences.ts',
      'await access.scope(actor, request.params.clientId)',
      'request.params.clientId',
      `${method} /api/admin/overview-arrangement`,
      index + 1,
    ),
  ),
  granted(
    'server/src/figures/chartQuestion.ts',
    'await access.scope(viewer, query.clientId)',
    'query.clientId',
    'idle_run_alarm',
  ),
  granted(
    'server/src/records/routes.ts',
    'await access.scope(actor, query.clientId)',
    'query.clientId',
    'audit_trail_data/',
  ),
  granted(
    'server/src/overview/routes.ts',
    'await access.scope(viewer, request.params.clientId)',
    'request.params.clientId',
    'client_machines',
  ),
  granted(
    'server/src/overview/routes.ts',
    'await access.scope(viewer, body.clientId)',
    'body.clientId',
    'machinesData',
  ),
  granted(
    'server/src/daySummary/routes.ts',
    'await access.scope(actor, body.clientId)',
    'body.clientId',
    'day-summary-modal-data',
  ),
  granted(
    'server/src/overview/liveRoutes.ts',
    'await access.scope(viewer, request.params.clientId)',
    'request.params.clientId',
    'machines-live',
  ),
  granted(
    'server/src/routes/links.ts',
    'await access.scope(viewer, clientId)',
    'clientId',
    '/wall/:clientId',
  ),
  granted(
    'server/src/routes/recipes.ts',
    'await access.scope(access.actor(request), request.params.clientId)',
    'request.params.clientId',
    'GET /api/admin/recipes',
    1,
  ),
  granted(
    'server/src/routes/recipes.ts',
    'await access.scope(access.actor(request), request.params.clientId)',
    'request.params.clientId',
    'POST /api/admin/recipes',
    2,
  ),
  ...['GET', 'PUT', 'POST'].map((method, index) =>
    granted(
      'server/src/routes/plan.ts',
      'await access.scope(actor, request.params.clientId)',
      'request.params.clientId',
      `${method} /api/admin/plan`,
      index + 1,
    ),
  ),
  ...['viewer', 'actor'].map((who) =>
    granted(
      'server/src/stops/bookRoutes.ts',
      `await access.scope(access.${who}(request), request.params.clientId)`,
      'request.params.clientId',
      'GET /api/admin/reasons',
    ),
  ),
  granted(
    'server/src/stops/bookRoutes.ts',
    'await access.scope(actor, request.params.clientId)',
    'request.params.clientId',
    'PUT /api/admin/reasons',
  ),
  granted(
    'server/src/stops/bookRoutes.ts',
    'await access.scope(viewer, clientId)',
    'clientId',
    '/api/admin/stops/label',
  ),
  granted(
    'server/src/stops/bookRoutes.ts',
    'await access.scope(viewer, query.clientId)',
    'query.clientId',
    '/api/admin/stops/labels',
  ),
  granted(
    'server/src/routes/shiftProgress.ts',
    'await access.scope(viewer, request.params.clientId)',
    'request.params.clientId',
    'shift-progress',
  ),
  change(`${access}/access.ts`, tablet)(
    'a tablet reads every machine of its client',
    'machines.filter(({ id }) => machineIds.includes(id))',
    'machines',
  ),
  change('server/src/figures/filterWire.ts', tablet)(
    'a tablet reads stops of any age',
    "if (!('kioskId' in viewer)) return",
    'if (now > 0) return',
  ),
  change('server/src/routes/links.ts', tablet)(
    'PINs are tried without end',
    'await wrongPins.take(key)',
    '',
  ),
  change('management/src/kioskLinks/kioskNames.ts', tablet)(
    'any PIN is right',
    'hash !== null && !(await passwordFits(hash, pin))',
    'false',
  ),
  change('management/src/kioskLinks/findKiosk.ts', tablet)(
    'a pass holds behind every link',
    ".where('n.link_id', '=', link.id)",
    '',
  ),
  change('management/src/kioskLinks/changeKioskLinks.ts', tablet)(
    'a pass outlives a new PIN',
    'await endPassesOfLink(db, { linkId: id, hadPin: link.pin_hash !== null }, at)',
    'void link',
  ),
  change('management/src/kioskLinks/kioskLinks.ts', tablet)(
    'a link shows machines of another client',
    ".where('client_id', '=', clientId)",
    '',
    2,
  ),
  change('server/src/stops/bookRoutes.ts', stopBook)(
    'a user labels stops of any age',
    "if (!labelsOld(viewer) && label.to < latest) throw new AppError('label.tooOld')",
    'void latest',
  ),
  granted(
    'server/src/files/routes.ts',
    'await access.scope(actor, clientId)',
    'clientId',
    '/api/admin/files/:clientId',
  ),
  granted(
    'server/src/routes/quarantine.ts',
    'await access.scope(actor, clientId)',
    'clientId',
    '/reception/:clientId',
  ),
  granted(
    'server/src/routes/auditLog.ts',
    'await access.scope(actor, requested ?? actor.clientId ?? 0)',
    'requested ?? actor.clientId ?? 0',
    'audit-log',
  ),
  change(`${access}/access.ts`, isolation)(
    'a deleted client is there',
    'client && !client.deleted ? client : undefined',
    'client',
  ),
  change('server/src/routes/clients.ts', isolation)(
    'a distributor chooses among all clients',
    'return clientsOfDistributor(management, distributorId)',
    'return allClients(management)',
  ),
  change('server/src/panel/userRoutes.ts', 'server/src/panel/rights.test.ts')(
    'a role is given that may not be given',
    "if (!mayGiveRole(actor, groupId)) throw new AppError('request.notAllowed')",
    '',
  ),
]

/** Every call that a route declares, opened for everybody or everybody who is signed in, one after the other. */
export function policyMutations(root) {
  const sources = readdirSync(join(root, 'server/src'), { recursive: true }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  )
  return sources.flatMap((path) => {
    const file = `server/src/${path}`
    const text = readFileSync(join(root, file), 'utf8')
    const declared =
      /\b(?:route|declare)\(\s*(\w+),(?:\s*(?:tag|'[^']*'),(?=\s*['{]))?\s*(?:\{ caller: )?'(\w+)'/g
    return [...text.matchAll(declared)]
      .filter(([, , caller]) => caller !== 'everybody' && caller !== 'signOut')
      .map(([from, call, caller]) => ({
        file,
        test: guard,
        what: `${call} is not for ${caller} alone`,
        from,
        to: from.replace(`'${caller}'`, caller === 'readDashboards' ? "'everybody'" : "'signOut'"),
      }))
  })
}
