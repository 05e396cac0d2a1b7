import type { Catalogue } from '../catalogue.ts'
import { auth } from './auth.ts'
import { clients } from './clients.ts'
import { errors } from './errors.ts'
import { home } from './home.ts'
import { metrics } from './metrics.ts'
import { panel } from './panel.ts'
import { takeAway } from './takeAway.ts'
import { ui } from './ui.ts'

/** Every text of the screens, in Italian. */
export const it: Catalogue = { auth, clients, errors, home, metrics, panel, takeAway, ui }
