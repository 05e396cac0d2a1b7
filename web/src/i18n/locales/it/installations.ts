import type { Translation } from '../../catalogue.ts'
import type { installations as english } from '../en/installations.ts'

/** The edge recorders of a client, in Italian. */
export const installations: Translation<typeof english> = {
  chooseFirst: 'Selezioni un cliente per vedere i suoi registratori locali.',
  title: 'Installazioni',
  sub: 'Registratori locali: piccoli programmi vicino alle macchine che conservano i record finché la linea è interrotta',
  none: 'Ancora nessun registratore locale',
  noneHint: 'Le macchine inviano direttamente a questo server.',
  name: 'Nome',
  deviceAndVersion: 'Dispositivo {device}, versione {version}',
  connection: 'Connessione',
  heard: 'Ultimo segnale',
  queue: 'Record in attesa',
  sizeOf: '{size} di {most}',
  oldest: 'Il più vecchio',
  notAccepted: 'Non accettati',
  clock: 'Orologio',

  'state.connected': 'Connesso',
  'state.behind': 'Invia l’arretrato',
  'state.full': 'Buffer pieno',
  'state.silent': 'Muto',

  howTo: 'Installare un registratore locale',
  whatFor: 'Su un gateway vicino alle macchine',
  'step.device':
    'In Dispositivi aggiunga un dispositivo di nome gateway per tutte le macchine di questo cliente e copi il suo token.',
  'step.program':
    'Scompatti la versione di Packboard sul gateway, per esempio in /opt/packboard. Servono Linux e 300 MB di memoria.',
  'step.settings': 'Scriva queste righe in /etc/packboard/edge.env, con il Suo token:',
  'step.start':
    'Lo avvii con packboard edge, oppure installi deploy/packboard-edge.service. Entro un minuto compare qui.',
  'step.senders':
    'Faccia inviare le macchine al gateway invece che a questo server, con gli stessi messaggi. Accedono con un nome qualsiasi e il token di local.token in EDGE_DIR.',
  manual: 'Di più nel manuale',
}
