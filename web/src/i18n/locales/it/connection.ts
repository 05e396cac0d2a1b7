import type { Translation } from '../../catalogue.ts'
import type { connection as english } from '../en/connection.ts'

export const connection: Translation<typeof english> = {
  title: 'Connessione',
  openOf: 'Connessione di {name}',
  trail: 'Dove si trova questa pagina',
  discard: 'Annulla le modifiche',
  save: 'Salva',
  saving: 'Salvataggio...',
  saved: 'Connessione salvata',
  notSaved: 'Non ancora salvato',
  notFound: 'Questa macchina non esiste',
  notFoundHint: 'È stata eliminata, o l’indirizzo è sbagliato.',
  toMachines: 'Tutte le macchine',

  how: 'Come si connette',
  connector: 'Connettore',
  topicPrefix: 'Prefisso dei topic',
  edgeNode: 'Gruppo / nodo edge / dispositivo',
  endpoint: 'Endpoint',
  addressOnPlant: 'Sul broker dello stabilimento; vuoto: sotto {topic}, lì o sul nostro broker',
  ownTopic: 'Sul nostro broker la nomina il numero di serie',
  noAddress: 'Non serve un indirizzo: i record nominano la macchina.',
  holdLimit: 'Limite di tenuta',
  seconds: 's',
  holdHint: 'Per quanto vale un campione. {seconds} s da {type}',
  holdWrong: 'Secondi interi da 1 a {most}',
  designSpeed: 'Velocità di progetto',
  perMinute: 'ppm',
  designHint: '{speed} ppm da {type}',
  designNone: '{type} non ne ha',
  designWrong: 'Un numero maggiore di 0',
  countsForAll:
    'Limite di tenuta e velocità di progetto valgono per tutti i record, anche per i precedenti.',

  states: 'Come si chiamano gli stati',
  dictionary: 'Tabella degli stati',
  standard: 'ISA-TR88',
  ownTable: 'Tabella propria',
  dictionaryHint:
    'I numeri di PackML cambiano da un costruttore all’altro. Una tabella vale dal prossimo messaggio.',
  dictionaryMissing: 'Scegliete come questa macchina numera i suoi stati.',
  word: 'Nome o numero',
  wordOf: 'Nome o numero della riga {line}',
  state: 'Stato qui',
  stateOf: 'Stato della riga {line}',
  addLine: 'Aggiungi riga',
  removeLine: 'Rimuovi la riga {line}',
  lineEmpty: 'Scrivete che cosa invia la macchina.',
  lineLong: 'Al massimo {most} caratteri',
  lineTwice: 'È già alla riga {first}.',
  lineStateless: 'Scegliete uno stato.',
  tableFull: 'Una tabella propria ha al massimo {most} righe.',

  token: 'Token e primo record',
  makeToken: 'Crea token',
  tokenExists:
    'C’è un token di {name}, creato il {at}; non si può rileggere. Uno nuovo lo sostituisce, e resta valido ancora un giorno.',
  makeAnother: 'Creane uno nuovo',
  making: 'Creazione...',
  tokenOf: 'Token di {name}',
  tokenWhat: 'Solo {name} può inviare con esso. È mostrato una volta e non si può rileggere.',
  oldStays: 'Il precedente resta valido fino al {until}.',
  copy: 'Copia',
  copied: 'Copiato',
  copyByHand: 'È selezionato: copiatelo con Ctrl+C.',
  copyLines: 'Copia le righe',
  lines: 'Primo record con',
  broker: 'Pubblica su',
  'broker.plant': 'Broker dello stabilimento',
  'broker.own': 'Broker di Packboard',
  tokenPlace: 'TOKEN sta per il token: createne uno e le righe funzionano così come sono.',
  tokenYours: 'Scriva il suo token al posto di TOKEN, o ne crei uno nuovo.',
  saveFirst: 'Le righe sono quelle della connessione qui sopra; valgono quando è salvata.',
  httpWhat: 'Funziona da ogni terminale, qualunque sia il connettore.',
  nodeRedWhat: 'In Node-RED: menu, Import, incollare, poi Deploy. Invia un record ogni 10 s.',
  programWhat:
    '<c>npm install sparkplug-client</c>, salvarlo come <c>machine.cjs</c>, poi <c>node machine.cjs</c>. Si annuncia come questa macchina e dice ogni 10 s che confeziona.',
  programTls:
    'Il nostro broker è cifrato. Se il certificato è di una vostra autorità, avviatelo con NODE_EXTRA_CA_CERTS=ca.pem node machine.cjs.',
  'hint.loopback':
    'Il nostro broker ascolta solo sul server stesso. Perché le macchine lo raggiungano, chi lo gestisce imposta MQTT_HOST e un certificato (MQTT_TLS_CERT, MQTT_TLS_KEY).',
  'hint.plain':
    'Il nostro broker non è cifrato: i token passano in chiaro sulla rete. Solo per una rete sicura.',
  'hint.tls':
    'Il nostro broker è cifrato. Se il certificato è di una vostra autorità, scrivete --cafile ca.pem al posto di --tls-use-os-certs.',
  'hint.mqtt5':
    'Il nostro broker parla MQTT 3.1.1: impostare il client di conseguenza (detto anche versione 4). Un client solo MQTT 5 pubblica su un broker dello stabilimento (MQTT_URL).',
  'hint.external':
    'La macchina pubblica sul broker dello stabilimento. USER e PASSWORD stanno per un account di quel broker.',
  'hint.pageLoopback': 'Questo indirizzo raggiunge solo il server stesso: incollate le righe lì.',

  sent: 'Che cosa occorre sapere',
  'sent.packs':
    '<c>packs</c> è il contatore progressivo della macchina, non le confezioni dall’ultimo record. Il primo record non ne aggiunge. Quando il contatore scende è stato azzerato: il nuovo valore conta allora come confezioni.',
  'sent.counter':
    'Il contatore di confezioni è il contatore progressivo della macchina. Il suo primo valore non aggiunge confezioni. Quando scende è stato azzerato: il nuovo valore conta allora come confezioni.',
  'sent.offline':
    'Dopo {seconds} s senza record la macchina è OFFLINE; è il suo limite di tenuta. Un record può omettere ciò che non è cambiato.',
  'sent.offlineSession': 'La macchina è OFFLINE non appena finisce la sua connessione.',
  'sent.speed':
    '<c>speed</c> sono le confezioni al minuto in quel momento. Senza, i grafici non hanno velocità.',
  'sent.timeByHttp':
    '<c>time</c> è necessario: millisecondi dal 1970 oppure ISO 8601 con scostamento orario. Via MQTT può essere omesso.',
  'sent.timeByMqtt':
    '<c>time</c> può essere omesso: il record conta allora alla ricezione. Si scrive in millisecondi dal 1970 oppure in ISO 8601 con scostamento orario.',
  'sent.timeOfTags': 'I tag non portano un orario: un valore conta alla ricezione.',
  'sent.state':
    '<c>state</c> è un nome dell’elenco o il suo numero; maiuscole, spazi e trattini non contano.',
  'sent.stateOfNumbers':
    'La tabella degli stati fa di ciò che la macchina invia uno di questi stati.',
  'sent.states': 'I {count} stati e come si scrivono',
  'sent.manual': 'Tutti i campi e le risposte nel manuale (in inglese)',

  'addressHint.topicPrefix': 'Sta davanti ai suoi topic, come {example}',
  'addressHint.edgeNode':
    'Com’è nel gateway, maiuscole comprese: {example}. Senza dispositivo la macchina è il nodo edge stesso',
  'addressHint.endpoint':
    'Come {example}. Se un server ha più macchine, # e l’oggetto: #Hall 2/Line 4',
  gateway: 'Gateway',
  'gateway.host': 'Host del server',
  'gateway.port': 'Porta',
  'gateway.encryption': 'Cifratura',
  'gateway.tls': 'TLS',
  'gateway.plain': 'nessuna',
  'gateway.user': 'Nome utente',
  'gateway.password': 'Password',
  'gateway.group': 'Gruppo',
  'gateway.edgeNode': 'Nodo edge',
  'gateway.device': 'Dispositivo',
  'gateway.noDevice': 'nessuno: la macchina è il nodo edge',
  gatewayWhat: 'Inserite questo nel gateway. I tag di PackML si leggono dai loro nomi.',
  gatewaySeveral:
    'Un gateway con più macchine accede come un dispositivo del pannello legato a tutte.',
  gatewayHostId:
    'Se il gateway chiede un primary host ID, è packboard; con più celle su un broker, packboard-0, packboard-1 …',
  gatewayToken: 'TOKEN sta per il token: createne uno.',
  gatewaySaved:
    'Le impostazioni sono quelle della connessione qui sopra; valgono quando è salvata.',
  gatewayTls:
    'Il nostro broker è cifrato. Se il certificato è di una vostra autorità, date al gateway il certificato di quell’autorità.',
  noGatewayHint: 'Inserite le impostazioni nel gateway. Ciò che arriva è qui un secondo dopo.',
  noReadHint: 'Ciò che dice il server della macchina è qui un secondo dopo.',
  'stuck.unlisted':
    'Inviato e non elencato: confrontate gruppo, nodo edge e dispositivo lettera per lettera.',

  waiting: 'In attesa del primo record',
  waitingSince: 'Non è arrivato nulla dal {since}.',
  good: 'Connessa',
  goodAt: 'Ultimo record accettato {at}',
  wrong: 'I record arrivano e non sono accettati',
  someWrong:
    '{count, plural, one {# di questi non è stato accettato.} other {# di questi non sono stati accettati.}}',
  late: 'I record arrivano in ritardo',
  lateHint:
    'Vengono salvati, ma ciascuno è più vecchio di quanto la macchina aveva già inviato. Un buffer inviato in seguito è in ritardo per un po’; altrimenti controllare l’orologio o gli orari del mittente.',
  quiet: 'Non arriva nulla di nuovo',
  storedRefused:
    '{count, plural, one {# record non è stato accettato} other {# record non sono stati accettati}} nelle ultime 24 ore. «Record ricevuti» li elenca.',
  timeOfMessage: 'L’ora delle sue metriche è ferma: vale l’ora del messaggio.',
  refusedSignIns: 'Accessi rifiutati con questo nome',
  refusedSignIn: '{at}, da {address}',
  refusedSignInsHint:
    'Nelle ultime 24 ore. Il nome è giusto, il token no: crearne uno nuovo e inserirlo nella macchina.',
  lastTen: 'Ultimi dieci messaggi',
  noMessages: 'Non è ancora arrivato nulla',
  noMessagesHint:
    'Incollate una delle righe in un terminale. Ciò che arriva è qui un secondo dopo.',
  inMemory: 'Come sono arrivati dal {since}. Dopo un riavvio del server l’elenco ricomincia.',
  'became.stored': 'Salvato',
  'became.duplicate': 'Doppio, non contato',
  'became.late': 'Salvato in ritardo',
  'became.conflicting': 'Salvato al posto di uno precedente',
  'became.quarantined': 'Non accettato, {reason}: {detail}',
  'mend.unknownMachine': 'Aggiungete la macchina, o correggete il numero di serie o il topic.',
  'mend.notBound': 'Inviate con il token di quella macchina, o di un gateway del suo cliente.',
  'mend.malformed': 'Scrivete il campo come dice il motivo.',
  'mend.unknownState':
    'Mettete questo nome o numero nella tabella degli stati, o sceglietene un’altra.',
  'mend.implausible':
    'Il numero è fuori da ciò che una macchina può contare: controllate le unità del mittente.',
  'mend.tooFarAhead': 'L’orologio della macchina è avanti di più di 24 ore: regolatelo.',
  'mend.tooOld': 'Ha più di 400 giorni: tralasciatelo.',
  'mend.cut':
    'È più grande di quanto una registrazione possa essere: fate inviare meno alla macchina in una registrazione. Ciò che è conservato è tagliato e non può essere inviato di nuovo.',
  stuck: 'Non arriva nulla?',
  'stuck.refused': '401, o accesso rifiutato: il nome o il token è sbagliato.',
  'stuck.unreachable': 'Nessuna connessione: da lì non si raggiunge l’indirizzo o la porta.',
  'stuck.silent':
    'Inviato e non elencato: il topic o il tag non viene letto. Confrontatelo con le righe.',

  importTitle: 'Importa macchine',
  importHint:
    'La prima riga nomina i campi: {fields}. I primi tre sono necessari. La verifica non salva nulla.',
  importFits:
    '{count, plural, one {# macchina può essere aggiunta} other {# macchine possono essere aggiunte}}.',
  importDone:
    '{count, plural, one {# macchina è stata aggiunta} other {# macchine sono state aggiunte}}. Il file dei token è nei vostri download: non sono mostrati di nuovo.',
  downloadTokens: 'Scarica di nuovo i token',
  done: 'Fatto',
  'refused.tooMany': 'Un’importazione accetta {most} macchine.',
  'refused.empty': '{field} è vuoto.',
  'refused.unknownClient': 'Non c’è un cliente «{cell}».',
  'refused.unknownType':
    'Non c’è un tipo di macchina «{cell}»; la parola default in una colonna image lo aggiunge.',
  'refused.unknownImage':
    '«{cell}» non è un’immagine; lasciate vuoto, o scrivete default per aggiungere il tipo di macchina con un disegno.',
  'refused.notSerial':
    '«{cell}» non è un numero di serie: lettere, cifre, spazi e . _ - dopo il primo carattere, al massimo 64.',
  'refused.serialTaken': 'C’è già una macchina {cell}.',
  'refused.unknownConnector': 'Non c’è un connettore «{cell}»; ci sono {fields}.',
  'refused.unknownDictionary':
    '«{cell}» non è una tabella degli stati; ci sono {fields}, o una propria come Run=10;4=8.',
  'refused.addressTaken': 'Un’altra macchina invia già sotto {cell}.',
  'refused.deviceTaken':
    'C’è già un dispositivo {cell}; eliminatelo, o date un altro nome alla macchina.',
  'refused.clientFull': '{cell} avrebbe più macchine o dispositivi di quanti un cliente può avere.',
}
