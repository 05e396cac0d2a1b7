import type { Translation } from '../../catalogue.ts'
import type { shiftProgress as english } from '../en/shiftProgress.ts'

export const shiftProgress: Translation<typeof english> = {
  title: 'Piano ed effettivo: {shift}',
  due: 'Dovute',
  made: 'Fatte',
  forecast: 'Previsione',
  target: 'Obiettivo del turno',
  ofTarget: 'di {target}',
  progress: '{made} confezioni su {target}; {due} sono dovute finora',
  ahead: '{count} in anticipo',
  behind: '{count} in ritardo',
  targetAndDue: 'Obiettivo del turno {target}, {due} dovute finora ({percent})',
  forecastCount: 'previsione {count}',
  madeOfDue: '{shift}, fatte su dovute',
  explain: 'Spiega dovute e previsione',
  fromTo: 'dalle {from} alle {to}, stato alle {at}',
  dueIs:
    'Dovute = velocità obiettivo × tempo pianificato finora. La velocità obiettivo è quella del prodotto che si confeziona ora, per tutto il turno.',
  forecastIs:
    'Previsione = fatte + confezioni al minuto nell’ultima ora pianificata × tempo pianificato che resta.',
  plannedIs:
    'Il tempo pianificato è il turno senza le pause e le chiusure del piano, qui dalle {from} alle {at} e dalle {at} alle {to}. I motivi dei fermi non lo cambiano.',
  machine: 'Macchina',
  targetSpeed: 'Velocità obiettivo',
  planned: 'Pianificato finora',
  rate: 'Ultima ora',
  left: 'Pianificato, resta',
  sum: 'Insieme',
  ppm: '{count} ppm',
  minutes: '{count} min',
  packsIn: '{count} in {minutes} min',
  noTarget:
    'Una macchina non ha una velocità obiettivo: senza di essa la somma sarebbe troppo piccola, perciò non si mostra.',
  closedPlan: '{day}: chiuso nel piano, nessun obiettivo',
  closedShift: '{shift}, da {day} a {last}: chiuso nel piano, nessun obiettivo',
  noForecast: 'Nei primi 15 minuti pianificati di un turno non c’è previsione.',
}
