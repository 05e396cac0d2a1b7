import type { Catalogue } from '../../catalogue.ts'
import { account, companySignIn } from './account.ts'
import { alarmStatistics } from './alarmStatistics.ts'
import { alertChannels } from './alertChannels.ts'
import { alertRules } from './alertRules.ts'
import { alerts } from './alerts.ts'
import { companyPanel } from './companyPanel.ts'
import { compare } from './compare.ts'
import { definitions } from './definitions.ts'
import { entryTexts } from './entryTexts.ts'
import { errors } from './errors.ts'
import { furtherTexts } from './furtherTexts.ts'
import { help } from './help.ts'
import { installations } from './installations.ts'
import { line } from './line.ts'
import { lines } from './lines.ts'
import { losses } from './losses.ts'
import { machineTexts } from './machineTexts.ts'
import { notifications } from './notifications.ts'
import { palette } from './palette.ts'
import { panelTexts } from './panelTexts.ts'
import { plan } from './plan.ts'
import { programs } from './programs.ts'
import { recordFiles } from './recordFiles.ts'
import { reports } from './reports.ts'
import { savedViews } from './savedViews.ts'
import { settings } from './settings.ts'
import { shift } from './shift.ts'
import { shiftPage } from './shiftPage.ts'
import { shiftProgress } from './shiftProgress.ts'
import { stopBook } from './stopBook.ts'

/** Every text of the screens, in French. */
export const fr: Catalogue = {
  ...entryTexts,
  ...machineTexts,
  ...furtherTexts,
  ...panelTexts,
  account,
  alarmStatistics,
  alertChannels,
  alertRules,
  alerts,
  companyPanel,
  companySignIn,
  definitions,
  errors,
  compare,
  help,
  installations,
  settings,
  line,
  lines,
  losses,
  notifications,
  plan,
  stopBook,
  recordFiles,
  palette,
  programs,
  savedViews,
  reports,
  shift,
  shiftPage,
  shiftProgress,
}
