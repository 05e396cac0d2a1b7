import type { Catalogue } from '../catalogue.ts'
import { clients } from './clients.ts'
import { errors } from './errors.ts'
import { home } from './home.ts'
import { metrics } from './metrics.ts'
import { states } from './states.ts'
import { takeAway } from './takeAway.ts'
import { ui } from './ui.ts'

/** Every text of the screens, in Italian. */
export const it: Catalogue = { clients, errors, home, metrics, states, takeAway, ui }
