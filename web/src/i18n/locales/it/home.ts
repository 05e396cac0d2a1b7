import type { Translation } from '../../catalogue.ts'
import type { home as english } from '../en/home.ts'

export const home: Translation<typeof english> = {
  pageTitle: 'Pagina principale',
  goodNight: 'Buonanotte, {name}',
  goodMorning: 'Buongiorno, {name}',
  goodAfternoon: 'Buon pomeriggio, {name}',
  goodEvening: 'Buonasera, {name}',
  dashboard: 'Panoramica',
  dashboardText: 'Stato, velocità e confezioni di ogni macchina in tempo reale.',
  daySummary: 'Riepilogo giornaliero',
  daySummaryText: 'Confezioni, tempo di marcia e di attesa per giorno e prodotto.',
  panel: 'Pannello di gestione',
  panelText: 'Distributori, clienti, macchine e utenti.',
  panelTextUsers: 'Utenti.',
  panelTextOwn: 'Utenti, linee e prodotti.',
  machineCount: '{count, plural, one {# macchina} other {# macchine}}',
  openShift: 'Vedi tutto il turno',
}
