import type { Translation } from '../../catalogue.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translation<typeof english> = {
  skip: 'Vai al contenuto',
  parts: 'Parti di questa pagina',
  timesIn: 'Orari <shown>mostrati </shown>in {zone}',
  newVersion: 'È disponibile una nuova versione.',
  reload: 'Ricarica',
  later: 'Più tardi',
  connectionLost: 'Connessione interrotta. Valori delle {time}.',
  neverConnected: 'Connessione interrotta. Non è stato ancora possibile caricare nulla.',
  tryingIn:
    '{count, plural, one {Nuovo tentativo tra # secondo.} other {Nuovo tentativo tra # secondi.}}',
  trying: 'Nuovo tentativo.',
  retryNow: 'Riprova ora',
  history:
    'La cronologia della demo è in corso di scrittura ({percent} %): le cifre dei giorni passati crescono ancora.',
  couldNotLoad: 'Impossibile caricare questa pagina',
  couldNotLoadReason: 'Forse Packboard è stato aggiornato, oppure la connessione si è interrotta.',
  loadAgain: 'Carica di nuovo',
  home: 'Pagina principale di Packboard',
  menu: 'Menu',
  help: 'Guida',
  search: 'Cerca e comandi',
  views: 'Viste salvate',
  logout: 'Esci',
  main: 'Menu principale',
  overview: 'Panoramica',
  shift: 'Turno',
  timeline: 'Cronologia',
  stops: 'Fermate',
  compare: 'Confronto',
  more: 'Altro',
  wall: 'Schermo',
  operator: 'Operatore',
  daySummary: 'Riepilogo giornaliero',
  panel: 'Pannello di gestione',
}
