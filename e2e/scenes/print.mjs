// On paper.
import { days, machine } from './addresses.mjs'

export const printScenes = [
  { name: 'day-summary-print', who: 'clientadmin', path: days, only: [1440], paper: true },
  {
    name: 'production-print',
    who: 'clientadmin',
    path: machine,
    only: [1440],
    paper: true,
    manual: [1440],
  },
]
