import type { Translation } from '../../catalogue.ts'
import type { lines as english } from '../en/lines.ts'

export const lines: Translation<typeof english> = {
  groupBy: 'Raggruppa per',
  line: 'Linea',
  type: 'Tipo di macchina',
  none: 'Niente',
  arrange: 'Disponi',
  done: 'Fatto',
  arrangeHint:
    'Trascini una macchina al suo posto, o usi i tasti freccia. Una stella la mette per prima.',
  sums: 'Somme di tutte le macchine',
  sumsOf: 'Somme di {name}',
  packsOf:
    '{count, plural, one {Confezioni di # macchina dalle {time}} other {Confezioni di # macchine dalle {time}}}',
  since: 'dalle {time}',
  speed: 'Velocità',
  ofPpm: 'di {target} ppm',
  ofShift: 'turno {shift}',
  oeee: 'OEEE, {when}',
  stopTime: '{count, plural, one {Tempo di fermo, # macchina} other {Tempo di fermo, # macchine}}',
  coverage: 'copertura {percent}',
  closed: 'chiuso nel piano',
  closedLong: 'Tutta questa finestra è chiusa nel piano: conta solo ciò che ha lavorato.',
  more: '+{count}',
  place: '{machine}, posto {place} di {count}',
  move: 'Sposta {where}. I tasti freccia la spostano.',
  favourite: 'Preferita: {machine}',
  proposal: 'Densità',
  proposeCompact: '{count} macchine: la vista compatta ne mostra di più insieme.',
  takeCompact: 'Usa la vista compatta',
  keepRoomy: 'Lascia così',
}
