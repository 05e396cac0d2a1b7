import type { Translation } from '../../catalogue.ts'
import type { daySummary as english } from '../en/daySummary.ts'

export const daySummary: Translation<typeof english> = {
  title: 'Riepilogo giornaliero',
  daysIn: 'Giorni in {zone}<screen>. Selezioni una riga per i dettagli</screen>',
  noDaysHint: 'Provi con un periodo più lungo o azzeri i filtri.',
  detailsFor: 'Dettagli di {what}',
  previousRow: 'Riga precedente',
  nextRow: 'Riga successiva',
  rowOf: '{index} di {count}',
  day: 'Giorno',
  machine: 'Macchina',
  product: 'Prodotto',
  tool: 'Utensile',
  idleMinutes: 'Attesa (min)',
  packsPacked: 'Confezioni',
  runMinutes: 'Marcia (min)',
  runTime: 'Tempo di marcia',
  idleTime: 'Tempo di attesa',
  packsCount: 'Numero di confezioni',
  meanPpm: 'Confezioni al minuto, media',
  speedTitle: 'Velocità e stato macchina',
  speedSub: 'ppm, al minuto, orari in {zone}',
  speedSpoken:
    'Velocità e stato di {machine} il {day}, {count, plural, one {{count} minuto} other {{count} minuti}}',
  statesTitle: 'Distribuzione degli stati macchina',
  statesSub: 'tempo in ogni stato',
  start: 'Inizio ({zone})',
  mean: 'Media (ppm)',
  state: 'Stato',
  client: 'Cliente',
  noPremium: 'Nessun cliente premium',
}
