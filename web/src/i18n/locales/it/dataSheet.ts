import type { Translation } from '../../catalogue.ts'
import type { dataSheet as english } from '../en/dataSheet.ts'

export const dataSheet: Translation<typeof english> = {
  title: 'Schede dei dati',
  titleOf: 'Dati di {type}',
  chooseFirst: 'Scegliere prima un cliente: il volume si misura sulle sue macchine.',
  machineType: 'Tipo di macchina',
  noTypes: 'Non ci sono tipi di macchina',
  print: 'Stampa',
  law: 'Ciò che il regolamento (UE) 2023/2854 (Data Act), articolo 3, chiede di sapere sui dati di un prodotto connesso prima di comprarlo o noleggiarlo. Le quantità sono state misurate qui.',
  volume: 'Dati e volume',
  'group.samples': 'Campioni: stato, velocità, contatori, prodotto, utensile, operatore',
  'group.alarms': 'Allarmi della macchina',
  'group.changes': 'Modifiche di parametri alla macchina',
  aMonth: '{records} registrazioni, {size} al mese',
  notYet: 'non ancora misurato',
  measured:
    'Di una macchina in 30 giorni, come righe JSON; hanno inviato {machines} di {of} macchine di questo tipo.',
  notMeasured: 'Nessuna delle {of} macchine di questo tipo ha inviato.',
  format: 'Formato',
  formatText:
    'Le macchine inviano JSON via HTTP o MQTT, tag PackML o Sparkplug B, o sono lette via OPC UA. I file sono CSV e XLSX. Gli orari sono ISO 8601 in UTC.',
  continuous: 'Continuo, in tempo reale',
  continuousText:
    'Sì: finché la macchina è connessa. Un cambio di stato è su uno schermo aperto entro un secondo.',
  storage: 'Archiviazione',
  storedHere:
    'Sul server di questa installazione. Packboard non salva nulla sulla macchina e non invia nulla altrove.',
  storedElsewhere:
    'Sui server di database di questa installazione. Packboard non salva nulla sulla macchina e non invia nulla altrove.',
  retention: 'Conservazione',
  'keep.records': 'Registrazioni come sono arrivate',
  'keep.minutes': 'Minuti da cui nascono gli indicatori',
  'keep.auditLog': 'Registro di audit di Packboard',
  days: '{days} giorni',
  access: 'Accesso',
  accessText:
    'Chiunque abbia un account di questo cliente legge i dati attuali e passati sulle schermate, come file e tramite chiamate (/api/docs), senza costi. I campioni si vedono uno a uno dove si spiega un indicatore; un file con tutti i campioni non c’è ancora.',
  erasure: 'Cancellazione',
  erasureText:
    'L’amministratore del cliente cancella per sempre nomi di operatori. Le registrazioni sono eliminate al termine della loro durata; singole registrazioni non si possono eliminare.',
  holder: 'Titolare dei dati',
  holderText:
    '{holder} gestisce questa installazione. Il titolare dei dati aggiunge: contatto, finalità, terzi, segreti commerciali e fine del contratto (articolo 3, paragrafo 3).',
  madeBy: 'Fatto da Packboard {version}.',
}
