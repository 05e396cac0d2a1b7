// Every screen and state that `npm run screens` takes a picture of and `npm run spoken` reads: the user, the address,
// and the actions on it. A file for each room of screens.

import { accountScenes } from './scenes/account.mjs'
import { alertScenes } from './scenes/alerts.mjs'
import { backupScenes } from './scenes/backup.mjs'
import { companySignInScenes } from './scenes/companySignIn.mjs'
import { compareScenes } from './scenes/compare.mjs'
import { connectionScenes } from './scenes/connection.mjs'
import { dataSheetScenes } from './scenes/dataSheet.mjs'
import { daySummaryScenes } from './scenes/daySummary.mjs'
import { devicesScenes } from './scenes/devices.mjs'
import { entryScenes } from './scenes/entry.mjs'
import { erasureScenes } from './scenes/erasure.mjs'
import { homeScenes } from './scenes/home.mjs'
import { installationScenes } from './scenes/installations.mjs'
import { limitsScenes } from './scenes/limits.mjs'
import { lineScenes } from './scenes/line.mjs'
import { logScenes } from './scenes/log.mjs'
import { lossScenes } from './scenes/losses.mjs'
import { overviewScenes } from './scenes/overview.mjs'
import { panelLinesScenes } from './scenes/panelLines.mjs'
import { panelTablesScenes } from './scenes/panelTables.mjs'
import { planScenes } from './scenes/plan.mjs'
import { printScenes } from './scenes/print.mjs'
import { productionScenes } from './scenes/production.mjs'
import { programScenes } from './scenes/programs.mjs'
import { receivedScenes } from './scenes/received.mjs'
import { recordFileScenes } from './scenes/recordFiles.mjs'
import { reportScenes } from './scenes/reports.mjs'
import { shellScenes } from './scenes/shell.mjs'
import { sourceScenes } from './scenes/sources.mjs'
import { stopBookScenes } from './scenes/stopBook.mjs'
import { supportScenes } from './scenes/support.mjs'
import { wallScenes } from './scenes/wall.mjs'
import { wallLinksScenes } from './scenes/wallLinks.mjs'

/**
 * `who`: an account of the demo, or none. `stored`: what the browser remembers. `path`: the address, or what makes it when
 * it is needed. `wire`: answers in place of the server's, by address. `act`: what is done before the picture. `timezone`: of
 * the user. `only`: at these widths alone. `manual`: at these widths it is a picture of README or manual.
 */
export const scenes = [
  ...entryScenes,
  ...accountScenes,
  ...homeScenes,
  ...overviewScenes,
  ...lineScenes,
  ...productionScenes,
  ...daySummaryScenes,
  ...compareScenes,
  ...lossScenes,
  ...panelTablesScenes,
  ...panelLinesScenes,
  ...connectionScenes,
  ...devicesScenes,
  ...programScenes,
  ...alertScenes,
  ...reportScenes,
  ...wallLinksScenes,
  ...companySignInScenes,
  ...erasureScenes,
  ...receivedScenes,
  ...dataSheetScenes,
  ...sourceScenes,
  ...installationScenes,
  ...limitsScenes,
  ...backupScenes,
  ...supportScenes,
  ...logScenes,
  ...wallScenes,
  ...shellScenes,
  ...planScenes,
  ...stopBookScenes,
  ...recordFileScenes,
  ...printScenes,
]
