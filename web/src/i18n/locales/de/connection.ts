import type { Translation } from '../../catalogue.ts'
import type { connection as english } from '../en/connection.ts'

export const connection: Translation<typeof english> = {
  title: 'Verbindung',
  openOf: 'Verbindung von {name}',
  trail: 'Wo diese Seite steht',
  discard: 'Verwerfen',
  save: 'Speichern',
  saving: 'Wird gespeichert...',
  saved: 'Verbindung gespeichert',
  notSaved: 'Noch nicht gespeichert',
  notFound: 'Diese Maschine gibt es nicht',
  notFoundHint: 'Sie wurde gelöscht, oder die Adresse ist falsch.',
  toMachines: 'Alle Maschinen',

  how: 'Wie sie sendet',
  connector: 'Konnektor',
  topicPrefix: 'Topic-Präfix',
  edgeNode: 'Gruppe / Edge Node / Gerät',
  endpoint: 'Endpunkt',
  addressOnPlant: 'Auf dem Broker des Werks; leer: unter {topic}, dort oder auf unserem Broker',
  ownTopic: 'Auf unserem eigenen Broker nennt sie ihre Seriennummer',
  noAddress: 'Sie braucht keine Adresse: Die Datensätze nennen die Maschine.',
  holdLimit: 'Haltegrenze',
  seconds: 's',
  holdHint: 'So lange gilt ein Messwert. {seconds} s von {type}',
  holdWrong: 'Ganze Sekunden von 1 bis {most}',
  designSpeed: 'Auslegungstakt',
  perMinute: 'ppm',
  designHint: '{speed} ppm von {type}',
  designNone: '{type} hat keinen',
  designWrong: 'Eine Zahl über 0',
  countsForAll: 'Haltegrenze und Auslegungstakt gelten für alle Datensätze, auch für frühere.',

  states: 'Wie die Zustände heißen',
  dictionary: 'Zustandstabelle',
  standard: 'ISA-TR88',
  ownTable: 'Eigene Tabelle',
  dictionaryHint:
    'Die Nummern von PackML unterscheiden sich je Hersteller. Eine Tabelle gilt ab der nächsten Nachricht.',
  dictionaryMissing: 'Wählen Sie, wie diese Maschine ihre Zustände nummeriert.',
  word: 'Name oder Nummer',
  wordOf: 'Name oder Nummer in Zeile {line}',
  state: 'Zustand hier',
  stateOf: 'Zustand in Zeile {line}',
  addLine: 'Zeile hinzufügen',
  removeLine: 'Zeile {line} entfernen',
  lineEmpty: 'Schreiben Sie, was die Maschine sendet.',
  lineLong: 'Höchstens {most} Zeichen',
  lineTwice: 'Steht schon in Zeile {first}.',
  lineStateless: 'Wählen Sie einen Zustand.',
  tableFull: 'Eine eigene Tabelle hat höchstens {most} Zeilen.',

  token: 'Token und erster Datensatz',
  makeToken: 'Token erzeugen',
  tokenExists:
    'Ein Token von {name} gibt es, erzeugt am {at}; es kann nicht noch einmal gelesen werden. Ein neues ersetzt es, und es gilt noch einen Tag.',
  makeAnother: 'Neues erzeugen',
  making: 'Wird erzeugt...',
  tokenOf: 'Token von {name}',
  tokenWhat:
    'Nur {name} darf damit senden. Es wird einmal angezeigt und kann nicht noch einmal gelesen werden.',
  oldStays: 'Das vorige bleibt bis {until} gültig.',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyByHand: 'Es ist markiert: mit Strg+C kopieren.',
  copyLines: 'Zeilen kopieren',
  lines: 'Erster Datensatz mit',
  broker: 'Sendet an',
  'broker.plant': 'Broker des Werks',
  'broker.own': 'Broker von Packboard',
  tokenPlace: 'TOKEN steht für das Token: Erzeugen Sie eines, dann gelten die Zeilen wie sie sind.',
  tokenYours: 'Setzen Sie Ihr Token an die Stelle von TOKEN, oder erzeugen Sie ein neues.',
  saveFirst: 'Die Zeilen gehören zur Verbindung oben; sie gelten, sobald sie gespeichert ist.',
  httpWhat: 'Geht aus jedem Terminal, gleich welcher Konnektor gewählt ist.',
  nodeRedWhat:
    'In Node-RED: Menü, Import, einfügen, dann Deploy. Sendet alle 10 s einen Datensatz.',
  programWhat:
    '<c>npm install sparkplug-client</c>, als <c>machine.cjs</c> speichern, dann <c>node machine.cjs</c>. Es meldet sich als diese Maschine und sagt alle 10 s, dass sie packt.',
  programTls:
    'Unser Broker ist verschlüsselt. Stammt sein Zertifikat von Ihrer eigenen Stelle, starten Sie es als NODE_EXTRA_CA_CERTS=ca.pem node machine.cjs.',
  'hint.loopback':
    'Unser Broker hört nur auf dem Server selbst. Damit Maschinen ihn erreichen, setzt der Betreiber MQTT_HOST und ein Zertifikat (MQTT_TLS_CERT, MQTT_TLS_KEY).',
  'hint.plain':
    'Unser Broker ist nicht verschlüsselt: Token gehen im Klartext durchs Netz. Nur für ein sicheres Netz.',
  'hint.tls':
    'Unser Broker ist verschlüsselt. Stammt sein Zertifikat von Ihrer eigenen Stelle, schreiben Sie --cafile ca.pem statt --tls-use-os-certs.',
  'hint.mqtt5':
    'Unser Broker spricht MQTT 3.1.1: stellen Sie den Client darauf ein, auch Version 4 genannt. Ein Client, der nur MQTT 5 spricht, sendet an einen Broker des Werks (MQTT_URL).',
  'hint.external':
    'Die Maschine sendet an den Broker des Werks. USER und PASSWORD stehen für ein Konto dieses Brokers.',
  'hint.pageLoopback':
    'Diese Adresse führt nur auf dem Server selbst ans Ziel: Fügen Sie die Zeilen dort ein.',

  sent: 'Was dazu zu wissen ist',
  'sent.packs':
    '<c>packs</c> ist der fortlaufende Zähler der Maschine, nicht die Packungen seit dem letzten Datensatz. Der erste Datensatz fügt keine hinzu. Fällt der Zähler, wurde er zurückgesetzt: Dann zählt der neue Wert als Packungen.',
  'sent.counter':
    'Der Packungszähler ist der fortlaufende Zähler der Maschine. Sein erster Wert fügt keine Packungen hinzu. Fällt er, wurde er zurückgesetzt: Dann zählt der neue Wert als Packungen.',
  'sent.offline':
    'Nach {seconds} s ohne Datensatz ist die Maschine OFFLINE; das ist ihre Haltegrenze. Was gleich geblieben ist, darf ein Datensatz weglassen.',
  'sent.offlineSession': 'Die Maschine ist OFFLINE, sobald ihre Verbindung endet.',
  'sent.speed':
    '<c>speed</c> sind die Packungen pro Minute in diesem Moment. Ohne sie haben die Diagramme keinen Takt.',
  'sent.timeByHttp':
    '<c>time</c> ist nötig: Millisekunden seit 1970 oder ISO 8601 mit Zeitversatz. Über MQTT darf es fehlen.',
  'sent.timeByMqtt':
    '<c>time</c> darf fehlen: Dann zählt der Datensatz zur Zeit seines Empfangs. Geschrieben wird es in Millisekunden seit 1970 oder in ISO 8601 mit Zeitversatz.',
  'sent.timeOfTags': 'Tags tragen keine Zeit: Ein Wert zählt zur Zeit seines Empfangs.',
  'sent.state':
    '<c>state</c> ist ein Name der Liste oder seine Nummer; Großschreibung, Leerzeichen und Bindestriche sind gleichgültig.',
  'sent.stateOfNumbers':
    'Die Zustandstabelle macht aus dem, was die Maschine sendet, einen dieser Zustände.',
  'sent.states': 'Die {count} Zustände und wie sie geschrieben werden',
  'sent.manual': 'Alle Felder und Antworten im Handbuch (englisch)',

  'addressHint.topicPrefix': 'Steht vor ihren Topics, etwa {example}',
  'addressHint.edgeNode':
    'Wie im Gateway eingestellt, Großbuchstaben zählen: {example}. Ohne Gerät ist der Edge Node selbst die Maschine',
  'addressHint.endpoint':
    'Etwa {example}. Bei mehreren Maschinen an einem Server # und das Objekt: #Hall 2/Line 4',
  gateway: 'Gateway',
  'gateway.host': 'Host des Servers',
  'gateway.port': 'Port',
  'gateway.encryption': 'Verschlüsselung',
  'gateway.tls': 'TLS',
  'gateway.plain': 'keine',
  'gateway.user': 'Benutzername',
  'gateway.password': 'Passwort',
  'gateway.group': 'Gruppe',
  'gateway.edgeNode': 'Edge Node',
  'gateway.device': 'Gerät',
  'gateway.noDevice': 'keines: Der Edge Node ist die Maschine',
  gatewayWhat: 'Tragen Sie dies im Gateway ein. Tags von PackML werden an ihren Namen erkannt.',
  gatewaySeveral:
    'Ein Gateway mit mehreren Maschinen meldet sich als ein Gerät des Panels an, das an alle gebunden ist.',
  gatewayHostId:
    'Wo das Gateway nach einer Primary Host ID fragt, ist sie packboard; bei mehreren Zellen an einem Broker packboard-0, packboard-1 …',
  gatewayToken: 'TOKEN steht für das Token: Erzeugen Sie eines.',
  gatewaySaved:
    'Die Einstellungen gehören zur Verbindung oben; sie gelten, sobald sie gespeichert ist.',
  gatewayTls:
    'Unser Broker ist verschlüsselt. Stammt sein Zertifikat von Ihrer eigenen Stelle, geben Sie dem Gateway deren Zertifikat.',
  noGatewayHint:
    'Tragen Sie die Einstellungen im Gateway ein. Was ankommt, steht eine Sekunde später hier.',
  noReadHint: 'Was der Server der Maschine sagt, steht eine Sekunde später hier.',
  'stuck.unlisted':
    'Gesendet und nicht gelistet: Vergleichen Sie Gruppe, Edge Node und Gerät Buchstabe für Buchstabe.',

  waiting: 'Wartet auf den ersten Datensatz',
  waitingSince: 'Seit {since} kam nichts an.',
  good: 'Verbunden',
  goodAt: 'Letzter angenommener Datensatz {at}',
  wrong: 'Datensätze kommen an und werden nicht angenommen',
  someWrong: '{count, plural, one {# davon wurde} other {# davon wurden}} nicht angenommen.',
  late: 'Datensätze kommen verspätet an',
  lateHint:
    'Sie werden gespeichert, aber jeder ist älter als das, was die Maschine vorher gesendet hat. Ein Puffer, der nachgesendet wird, ist eine Weile verspätet; sonst prüfen Sie die Uhr oder die Zeiten des Senders.',
  quiet: 'Es kommt nichts Neues an',
  storedRefused:
    '{count, plural, one {# Datensatz wurde} other {# Datensätze wurden}} in den letzten 24 Stunden nicht angenommen. „Empfangene Datensätze“ nennt sie.',
  timeOfMessage: 'Die Zeit seiner Metriken steht still: es zählt die Zeit der Nachricht.',
  refusedSignIns: 'Abgelehnte Anmeldungen unter diesem Namen',
  refusedSignIn: '{at}, von {address}',
  refusedSignInsHint:
    'In den letzten 24 Stunden. Der Name stimmt, das Token nicht: erstellen Sie ein neues und tragen Sie es in der Maschine ein.',
  lastTen: 'Letzte zehn Nachrichten',
  noMessages: 'Noch kam nichts an',
  noMessagesHint:
    'Fügen Sie eine der Zeilen in ein Terminal ein. Was ankommt, steht eine Sekunde später hier.',
  inMemory:
    'Wie sie seit {since} ankamen. Nach einem Neustart des Servers beginnt die Liste von vorn.',
  'became.stored': 'Gespeichert',
  'became.duplicate': 'Doppelt, zählt nicht',
  'became.late': 'Verspätet gespeichert',
  'became.conflicting': 'Anstelle eines früheren gespeichert',
  'became.quarantined': 'Nicht angenommen, {reason}: {detail}',
  'mend.unknownMachine': 'Legen Sie die Maschine an, oder berichtigen Sie Seriennummer oder Topic.',
  'mend.notBound': 'Senden Sie mit dem Token dieser Maschine oder eines Gateways ihres Kunden.',
  'mend.malformed': 'Schreiben Sie das Feld so, wie der Grund es sagt.',
  'mend.unknownState':
    'Tragen Sie diesen Namen oder diese Nummer in die Zustandstabelle ein, oder wählen Sie eine andere.',
  'mend.implausible':
    'Die Zahl liegt außerhalb dessen, was eine Maschine zählen kann: Prüfen Sie die Einheiten des Senders.',
  'mend.tooFarAhead': 'Die Uhr der Maschine geht mehr als 24 Stunden vor: Stellen Sie sie.',
  'mend.tooOld': 'Er ist älter als 400 Tage: Lassen Sie ihn weg.',
  'mend.cut':
    'Er ist größer, als ein Datensatz sein darf: Lassen Sie die Maschine weniger in einem Datensatz senden. Was aufbewahrt ist, ist gekürzt und kann nicht erneut gesendet werden.',
  stuck: 'Kommt nichts an?',
  'stuck.refused': '401 oder abgelehnte Anmeldung: Name oder Token ist falsch.',
  'stuck.unreachable': 'Keine Verbindung: Von dort ist die Adresse oder der Port nicht erreichbar.',
  'stuck.silent':
    'Gesendet und nicht gelistet: Dieses Topic oder Tag wird nicht gelesen. Vergleichen Sie es mit den Zeilen.',

  importTitle: 'Maschinen importieren',
  importHint:
    'Die erste Zeile nennt die Felder: {fields}. Die ersten drei sind nötig. Prüfen speichert nichts.',
  importFits: '{count, plural, one {# Maschine kann} other {# Maschinen können}} angelegt werden.',
  importDone:
    '{count, plural, one {# Maschine wurde} other {# Maschinen wurden}} angelegt. Die Datei mit den Token liegt in Ihren Downloads: Sie werden nicht noch einmal angezeigt.',
  downloadTokens: 'Token noch einmal herunterladen',
  done: 'Fertig',
  'refused.tooMany': 'Ein Import nimmt höchstens {most} Maschinen.',
  'refused.empty': '{field} ist leer.',
  'refused.unknownClient': 'Es gibt keinen Kunden „{cell}“.',
  'refused.unknownType':
    'Es gibt keinen Maschinentyp „{cell}“; das Wort default in einer Spalte image fügt ihn hinzu.',
  'refused.unknownImage':
    '„{cell}“ ist kein Bild; lassen Sie das Feld leer, oder schreiben Sie default, damit der Maschinentyp mit einer Zeichnung hinzukommt.',
  'refused.notSerial':
    '„{cell}“ ist keine Seriennummer: Buchstaben, Ziffern, Leerzeichen und . _ - nach dem ersten Zeichen, höchstens 64.',
  'refused.serialTaken': 'Eine Maschine {cell} gibt es schon.',
  'refused.unknownConnector': 'Es gibt keinen Konnektor „{cell}“; es gibt {fields}.',
  'refused.unknownDictionary':
    '„{cell}“ ist keine Zustandstabelle; es gibt {fields} oder eine eigene wie Run=10;4=8.',
  'refused.addressTaken': 'Eine andere Maschine sendet schon unter {cell}.',
  'refused.deviceTaken':
    'Ein Gerät {cell} gibt es schon; löschen Sie es, oder nennen Sie die Maschine anders.',
  'refused.clientFull': '{cell} hätte mehr Maschinen oder Geräte, als ein Kunde haben darf.',
}
