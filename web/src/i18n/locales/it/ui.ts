import type { Translation } from '../../catalogue.ts'
import type { ui as english } from '../en/ui.ts'

export const ui: Translation<typeof english> = {
  loading: 'Caricamento...',
  noData: 'Nessun dato trovato',
  couldNotLoad: 'Impossibile caricare.',
  offline: 'Offline',
  offlineReason:
    'Questo browser non ha rete. Il caricamento riprende appena la rete è di nuovo disponibile.',
  retry: 'Riprova',
  notAllowed: 'Accesso non consentito',
  notAllowedReason:
    'Il suo ruolo non comprende questa pagina. Se le serve, si rivolga all’amministratore del suo stabilimento.',
  backToMain: 'Torna alla pagina principale',
  close: 'Chiudi',
  dismiss: 'Ignora',
  actions: 'Azioni',
  open: 'Apri',
  rowsPerPage: 'Righe per pagina',
  rowsOf: '{first}–{last} di {count}',
  noRows: '0 di 0',
  pages: 'Pagine',
  page: 'Pagina {page}',
  previousPage: 'Pagina precedente',
  nextPage: 'Pagina successiva',
  notifications: 'Notifiche',
  closeNotification: 'Chiudi notifica',
  language: 'Lingua',
  languageIs: 'Lingua: {name}',
  languageFailed: 'Impossibile caricare questa lingua.',
  sortBy: 'Ordina per',
  ascending: '{title}, crescente',
  descending: '{title}, decrescente',
  unsorted: 'Come nell’elenco',
  incomplete: 'I valori di {months} sono incompleti: alcuni dei loro dati sono danneggiati.',
  otherText: '(altri)',
}
