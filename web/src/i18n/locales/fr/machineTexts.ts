import type { Catalogue } from '../../catalogue.ts'
import { charts } from './charts.ts'
import { clients } from './clients.ts'
import { clock } from './clock.ts'
import { figures } from './figures.ts'
import { filters } from './filters.ts'
import { home } from './home.ts'
import { overview } from './overview.ts'
import { print } from './print.ts'
import { states } from './states.ts'

/** The texts on the tiles after the sign-in and on the overview, in French. */
export const machineTexts = {
  charts,
  clients,
  clock,
  figures,
  filters,
  home,
  overview,
  print,
  states,
} satisfies Partial<Catalogue>
