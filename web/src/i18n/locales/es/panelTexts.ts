import type { Catalogue } from '../../catalogue.ts'
import { backup } from './backup.ts'
import { connection } from './connection.ts'
import { dataSheet } from './dataSheet.ts'
import { devices } from './devices.ts'
import { doctor } from './doctor.ts'
import { erasure } from './erasure.ts'
import { limits } from './limits.ts'
import { opcUa } from './opcUa.ts'
import { panel } from './panel.ts'
import { quarantine } from './quarantine.ts'
import { sources } from './sources.ts'
import { support } from './support.ts'

/** The texts of the panel alone, in Spanish. */
export const panelTexts = {
  backup,
  connection,
  dataSheet,
  devices,
  doctor,
  erasure,
  limits,
  opcUa,
  panel,
  quarantine,
  sources,
  support,
} satisfies Partial<Catalogue>
