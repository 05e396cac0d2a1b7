export { DataDirectoryInUse, type EngineLog as ManagementLog } from '@packboard/engines/postgres'
export * from './account/account.ts'
export {
  type AlertMessage,
  type AlertRow,
  alertOf,
  alertPage,
  clientOfAlert,
  messagesOfAlert,
  openAlertCount,
  openAlertsOf,
} from './alerts/alertRows.ts'
export {
  alertCounts,
  alertRulesInForce,
  alertRulesOfClient,
  alertRulesStamp,
  noteComparison,
  ruleToCompare,
  type StoredAlertRule,
} from './alerts/alertRules.ts'
export {
  acknowledgeAlert,
  alertsOfRule,
  type ClearedAlert,
  changeAlerts,
  forgetOldAlerts,
  mostChanges,
  type NewAlert,
  type WatchedAlert,
  watchedAlerts,
} from './alerts/changeAlerts.ts'
export { callForHelp, comeToHelp, endHelpCall, type HelpRule } from './alerts/helpCalls.ts'
export { type AlertMute, alertMutes, muteAlerts } from './alerts/mutes.ts'
export { type AlertRecipients, alertRecipients } from './alerts/recipients.ts'
export { type RequestedRule, setAlertRules } from './alerts/setAlertRules.ts'
export { forgetOldAudit } from './auditChain/forgetOldAudit.ts'
export { logChainHeads, sealAudit } from './auditChain/sealAudit.ts'
export { type ChainFault, type VerifiedAudit, verifyAudit } from './auditChain/verifyAudit.ts'
export * from './auditLog/auditLog.ts'
export * from './backup/backups.ts'
export * from './backup/backups.ts'
export { restoreManagement, type StoredSnapshot } from './backup/restoreManagement.ts'
export * from './backup/snapshot.ts'
export { type CellLease, takeCell } from './cells/cellLease.ts'
export * from './cells/cells.ts'
export type { Editor } from './change/changing.ts'
export * from './clients/changeClients.ts'
export * from './clients/changeClients.ts'
export * from './clients/clients.ts'
export * from './clients/clients.ts'
export { endFormerAccess } from './clients/formerAccess.ts'
export {
  addIdentityProvider,
  deleteIdentityProvider,
  type IdentityProviderForm,
  updateIdentityProvider,
} from './companySignIn/changeIdentityProviders.ts'
export * from './companySignIn/companyFlows.ts'
export {
  admitCompanyPerson,
  type CompanyDecision,
  type CompanyPerson,
  decideCompanyPerson,
} from './companySignIn/companyPerson.ts'
export * from './companySignIn/companySessions.ts'
export * from './companySignIn/identities.ts'
export {
  identityProviders,
  offeredProvider,
  providerForSignIn,
  providerOfDomain,
  type SignInProvider,
} from './companySignIn/identityProviders.ts'
export { demandProvider, domainProven, unprovenDomains } from './companySignIn/providerDomains.ts'
export {
  type ClientSettings,
  clientSettings,
  type PastChange,
} from './datedSettings/clientSettings.ts'
export type { DatedRule, RuleValues, TargetInForce } from './datedSettings/machineSettings.ts'
export {
  type Applied,
  type Applying,
  endRebuild,
  keepPreview,
  noteRebuild,
  type OpenRebuild,
  openRebuilds,
  previewName,
  rebuiltUntil,
} from './datedSettings/settingChanges.ts'
export * from './deleted/deletedRows.ts'
export { restore } from './deleted/restore.ts'
export type { Device } from './deviceCredentials/deviceIndex.ts'
export * from './devices/changeDevices.ts'
export * from './devices/changeDevices.ts'
export { type DeviceDirectory, deviceDirectory } from './devices/deviceDirectory.ts'
export { type DeviceMachines, type ManagedDevice, managedDevices } from './devices/devices.ts'
export type { DirectoryMachine } from './directory/directoryRows.ts'
export * from './directory/machineDirectory.ts'
export type { SetLimits } from './directory/setLimits.ts'
export * from './distributors/distributors.ts'
export {
  type EarlierDefinition,
  earlierDefinition,
  setEarlierDefinition,
} from './earlierDefinition/earlierDefinition.ts'
export * from './emailChanges/emailChanges.ts'
export * from './erasure/erasedNames.ts'
export * from './factors/changeFactors.ts'
export {
  type FactorRule,
  type Factors,
  graceOf,
  type PasskeyRow,
  type ShownFactor,
} from './factors/factorsOf.ts'
export * from './factors/passkeys.ts'
export { acceptRecoveryCode } from './factors/recoveryCodes.ts'
export { acceptTotp, beginTotp, type NewTotp } from './factors/totp.ts'
export {
  addHookTest,
  type HookToCall,
  hookDeliveries,
  hookOfDelivery,
  hooksOfClient,
  hookToCall,
  type ManagedHook,
  sendDeliveryNow,
} from './hooks/hooks.ts'
export {
  type AddressToConfirm,
  confirmAlertAddress,
  setHooks,
  switchOffHook,
} from './hooks/setHooks.ts'
export * from './installation.ts'
export * from './installation.ts'
export * from './installations/installations.ts'
export * from './kioskLinks/changeKioskLinks.ts'
export * from './kioskLinks/findKiosk.ts'
export * from './kioskLinks/kioskLinks.ts'
export * from './kioskLinks/kioskNames.ts'
export { changeLimits } from './limits/changeLimits.ts'
export { nameRoot, rootsOfMachines, type StoredRoot } from './lineFlow/lineRoots.ts'
export { checkFlow, type RequestedFlows, setFlow } from './lineFlow/setFlow.ts'
export {
  type ClientFlows,
  flowOfLine,
  flowsOfClient,
  type StoredFlow,
} from './lineFlow/storedFlow.ts'
export {
  type ConnectionFields,
  changeConnection,
  confirmDictionary,
  trustCertificate,
} from './machines/changeConnection.ts'
export * from './machines/changeMachines.ts'
export * from './machines/importMachines.ts'
export * from './machines/machineConnection.ts'
export * from './machines/machines.ts'
export * from './machineTypes/changeMachineTypes.ts'
export { migrations as managementSteps, NewerDatabase } from './migrations/migrate.ts'
export { managementStepTimes } from './migrations/takenSteps.ts'
export {
  addNotificationTest,
  addPushDevice,
  forgetPushDevice,
  notificationsOf,
  type PushDevice,
  type PushKey,
  pushDeviceReached,
  pushDevicesOf,
  pushKey,
  setNotifications,
} from './notifications/notifications.ts'
export {
  type AboutLetter,
  addLetter,
  type Letter,
  linkStillOpens,
  openLetter,
} from './outbox/addLetter.ts'
export {
  type AlertForMessage,
  alertBody,
  alertFor,
  bodyFor,
  dropReason,
  type NameReader,
  readerWithoutAccount,
} from './outbox/alertForMessage.ts'
export * from './outbox/endMessages.ts'
export {
  addMachineNews,
  type MachineNews,
  type StopInNews,
  stopsInNews,
  type WantedNews,
  wantedNews,
} from './outbox/machineNews.ts'
export { type OutboxChannel, type OutboxRow, outboxLimits } from './outbox/outboxRows.ts'
export {
  addressToInform,
  alertsOfRows,
  type FoundAlertLink,
  findAlertLink,
  groupOfRow,
  makeAlertLinks,
  type PersonToInform,
  personToInform,
} from './outbox/recipients.ts'
export { type DueMessage, dueChannels, type EndedRow, takeDue } from './outbox/takeDue.ts'
export { invite, type LinkToSend, linkWasSent, unsentInvitations } from './passwordLinks/invite.ts'
export { passwordLinkLimits } from './passwordLinks/passwordLinks.ts'
export {
  checkRegistration,
  forgetRegistrations,
  type KnownOwner,
  type RegistrationLink,
  register,
  registrationLimits,
} from './passwordLinks/register.ts'
export * from './passwordLinks/resetPassword.ts'
export * from './passwords/passwords.ts'
export * from './plan/setPlan.ts'
export * from './plan/storedPlan.ts'
export * from './preferences/preferences.ts'
export {
  addProgramKey,
  type LeakedKey,
  type NewProgramKey,
  revokeLeakedKey,
  revokeProgramKey,
  rotateProgramKey,
} from './programKeys/changeProgramKeys.ts'
export {
  findProgramKey,
  noteProgramCalls,
  type ProgramCalls,
  type ProgramKey,
} from './programKeys/findProgramKey.ts'
export { type ManagedKey, programKeys } from './programKeys/programKeys.ts'
export * from './rateLimits/takeToken.ts'
export { reasonTemplate, reasonTemplateOf } from './reasons/reasonTemplates.ts'
export { setReasons } from './reasons/setReasons.ts'
export { type ClientReasons, plainReasons, reasonsOfClient } from './reasons/storedReasons.ts'
export * from './recipes/importRecipes.ts'
export * from './recipes/recipesOfClient.ts'
export * from './recordFiles/arrivingFiles.ts'
export * from './recordFiles/recordFiles.ts'
export { type Rekeyed, rekey } from './rekey/rekey.ts'
export {
  findReportLink,
  isReportStopped,
  makeReportLink,
  useReportLink,
} from './reports/reportLinks.ts'
export { type UnreachedRecipient, unreachedRecipients } from './reports/reportRecipients.ts'
export {
  type RequestedReport,
  reportsInForce,
  reportsOfClient,
  type StoredReport,
  setReports,
} from './reports/reports.ts'
export {
  correctedReport,
  endReportLook,
  type FixedReport,
  fixedPeriods,
  fixReport,
  forgetOldReports,
  type ReportForMessage,
  reportForMessage,
  reportOfClient,
  reportsToLookAt,
  sentOfReport,
} from './reports/sentReports.ts'
export * from './savedViews/savedViews.ts'
export type { CategoryOverrides, ConnectorKind, SessionWay, StateDictionary } from './schema.ts'
export { type KeyFile, openKeyFile } from './secrets/keyFile.ts'
export { sealStored } from './secrets/sealedColumns.ts'
export type { SecretBox, SecretPurpose } from './secrets/secretBox.ts'
export * from './sessions/ownSessions.ts'
export * from './sessions/sessions.ts'
export {
  type NewSetting,
  ownerOfClient,
  ownerOfMachine,
  ownerOfProducts,
  ownerOfType,
  setMachineSettings,
  setMachineTypeSettings,
  setProductTargets,
  setSettingsOfClient,
} from './settingHistory/changeSettings.ts'
export {
  type PreviewedChange,
  type PreviewedClient,
  previewSettings,
} from './settingHistory/previewSettings.ts'
export {
  machineSettings,
  machineTypeSettings,
  type OwnedSettings,
  productTargets,
  type SettingRow,
  settingsOfClient,
} from './settingHistory/readSettings.ts'
export * from './shiftNotes/shiftNotes.ts'
export * from './shifts/shifts.ts'
export { beginSession, type SessionStart, type SignedIn } from './signIn/beginSession.ts'
export {
  acceptPassword,
  type ConfirmMethod,
  confirmMethods,
  confirmSession,
  noteConfirmed,
  noteConfirmFailed,
} from './signIn/confirm.ts'
export { forgetOldBrowsers } from './signIn/knownBrowsers.ts'
export {
  type FactorShown,
  forgetOldTickets,
  notePasskeyRefused,
  type SecondFactorDue,
  showSecondFactor,
  signInByPasskey,
  ticketHolder,
} from './signIn/secondFactor.ts'
export { signIn } from './signIn/signIn.ts'
export * from './signInSettings/signInSettings.ts'
export * from './signInThrottle/signInThrottle.ts'
export {
  addLabel,
  type KnownStop,
  type LabelSetter,
  labelOfKey,
  type NewLabel,
} from './stopLabels/addLabel.ts'
export {
  type LastConfirmed,
  labelHistory,
  labelsOfMachines,
  lastConfirmed,
  newestLabels,
  type StoredLabel,
} from './stopLabels/storedLabels.ts'
export { type Management, type ManagementOptions, openManagement, storeLimits } from './store.ts'
export * from './telemetryParts/telemetryParts.ts'
export * from './users/changeUsers.ts'
export * from './users/ensureFirstAdmin.ts'
export * from './users/users.ts'
