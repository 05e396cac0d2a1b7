import type { Translation } from '../../catalogue.ts'
import type { installations as english } from '../en/installations.ts'

/** The edge recorders of a client, in German. */
export const installations: Translation<typeof english> = {
  chooseFirst: 'Wählen Sie einen Kunden, um seine Edge-Recorder zu sehen.',
  title: 'Installationen',
  sub: 'Edge-Recorder: kleine Programme nahe den Maschinen, die Datensätze aufheben, solange die Leitung unterbrochen ist',
  none: 'Noch kein Edge-Recorder',
  noneHint: 'Die Maschinen senden direkt an diesen Server.',
  name: 'Name',
  deviceAndVersion: 'Gerät {device}, Version {version}',
  connection: 'Verbindung',
  heard: 'Zuletzt gehört',
  queue: 'Wartende Datensätze',
  sizeOf: '{size} von {most}',
  oldest: 'Ältester',
  notAccepted: 'Nicht angenommen',
  clock: 'Uhr',

  'state.connected': 'Verbunden',
  'state.behind': 'Sendet Aufgelaufenes',
  'state.full': 'Puffer voll',
  'state.silent': 'Stumm',

  howTo: 'Einen Edge-Recorder installieren',
  whatFor: 'Auf einem Gateway nahe den Maschinen',
  'step.device':
    'Legen Sie unter Geräte ein Gerät namens gateway für alle Maschinen dieses Kunden an und kopieren Sie sein Token.',
  'step.program':
    'Entpacken Sie das Packboard-Release auf dem Gateway, zum Beispiel in /opt/packboard. Es braucht Linux und 300 MB Arbeitsspeicher.',
  'step.settings': 'Schreiben Sie diese Zeilen mit Ihrem Token in /etc/packboard/edge.env:',
  'step.start':
    'Starten Sie es mit packboard edge, oder installieren Sie deploy/packboard-edge.service. Innerhalb einer Minute steht es hier.',
  'step.senders':
    'Lassen Sie die Maschinen an das Gateway statt an diesen Server senden, mit denselben Nachrichten. Jeder Name und das Token in local.token von EDGE_DIR melden sie an.',
  manual: 'Mehr im Handbuch',
}
