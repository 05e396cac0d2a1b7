import type { Translation } from '../../catalogue.ts'
import type { sources as english } from '../en/sources.ts'

export const sources: Translation<typeof english> = {
  chooseFirst: 'Selezionare un cliente per vedere come inviano le sue macchine.',
  title: 'Fonti di dati',
  totals: 'Tutte le macchine in cifre',
  connected: 'Collegate',
  ofMachines: 'di {count}',
  perMinute: 'Registrazioni al minuto',
  longestSilence: 'Silenzio più lungo',
  largestSkew: 'Maggior scarto dell’orologio',
  countsOf: 'Cifre delle ultime 24 ore',
  searchMachine: 'Cerca macchina',
  csv: 'Salva CSV',
  filter: 'Macchine per stato',
  all: 'Tutte, {count}',
  machine: 'Macchina',
  connection: 'Connessione',
  lastRecord: 'Ultimo invio',
  perMinuteShort: 'Al minuto',
  hours: '24 ore',
  dataAge: 'Età dei dati',
  clock: 'Orologio',
  resets: 'Azzeramenti',
  duplicate: 'Duplicate',
  late: 'In ritardo',
  backFill: 'Recuperati dopo',
  quarantined: 'Accantonate',
  openDetails: 'Dettagli di {name}',
  noneFound: 'Nessuna macchina trovata',
  noneFoundHint: 'Nessuna macchina è in questo stato e contiene queste parole.',
  noMachines: 'Nessuna macchina trovata',
  noMachinesHint: 'A questo cliente non è ancora assegnata alcuna macchina.',
  unassigned:
    '{records, plural, one {{count} altra registrazione non nomina} other {{count} altre registrazioni non nominano}} alcuna macchina di questo cliente. «Dati ricevuti» le elenca.',
  notAssigned: 'Visti sul broker, non assegnati',
  notAssignedHint:
    'Ciò che i gateway nominano sul broker dello stabilimento e a cui non è impostata alcuna macchina. Aggiungerlo come macchina: i suoi dati arrivano poi da soli.',
  lastMessage: 'Ultimo messaggio',
  notOwn: 'non si sa di chi sia',
  addMachine: 'Aggiungi macchina',
  addSeen: 'Aggiungi macchina: {name}',
  days: '{days, plural, one {{count} giorno} other {{count} giorni}}',

  'state.never': 'Mai inviato',
  'state.silent': 'In silenzio',
  'state.clockOff': 'Orologio errato',
  'state.quarantined': 'Accantonate',
  'state.fine': 'In ordine',

  'worst.never': '{name} non ha mai inviato.',
  'worst.never.what': 'La sua connessione mostra righe che funzionano così come si incollano.',
  'worst.silent': '{name} è in silenzio da {age}.',
  'worst.silent.what':
    'Ciò che è arrivato è memorizzato. Ciò che trattiene intanto lo sarà quando invierà di nuovo.',
  'worst.clockOff': 'L’orologio di {name}: {clock}.',
  'worst.clockOff.what':
    'Nulla va perso. Regolare l’orologio; se è giusto, le registrazioni attendono in un gateway.',
  'worst.quarantined':
    '{records, plural, one {{count} registrazione di {name} non è stata accettata.} other {{count} registrazioni di {name} non sono state accettate.}}',
  'worst.quarantined.what':
    'Sono conservate intere e si possono inviare di nuovo. I dettagli dicono perché.',
  'worst.fine': '{name} è in ordine.',
  'worst.fine.what': 'Nulla va perso.',

  details: 'Dettagli',
  byHour: 'Registrazioni per ora',
  hoursSummary:
    'Registrazioni accettate in ogni ora dalle {from}: al massimo {most} alle {at}, nessuna in {without} ore.',
  mostInAnHour: 'fino a {count} in un’ora',
  door: 'Protocollo',
  receivedAt: 'Ultima registrazione arrivata',
  dataAt: 'Ora nella più recente',
  received: 'Ricevute',
  receivedIs:
    '{received} = {accepted} memorizzate + {duplicate} duplicate + {quarantined} accantonate',
  missingNumbers: 'Numeri mancanti',
  unknownStates: 'Stati sconosciuti',
  valueTimes: 'Ora dei valori',
  timeStandsStill:
    'Le sue metriche portano un’ora che è ferma: vale l’ora del messaggio. Il mittente deve dare a ogni valore la propria ora.',
  unknownFields: 'Campi sconosciuti',
  lastNotAccepted: 'Ultime registrazioni accantonate',
  sendAgain:
    'Corretta la causa, inviatele di nuovo: ciò che era già memorizzato non conta due volte. Le registrazioni di Sparkplug B e OPC UA può inviarle solo la loro macchina.',
  allAccepted: 'Tutte le registrazioni sono state accettate',
  more: '{count} in tutto. «Dati ricevuti» le elenca.',
  openConnection: 'Apri connessione',
  done: 'Fatto',
}
