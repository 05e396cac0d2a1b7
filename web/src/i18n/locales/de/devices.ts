import type { Translation } from '../../catalogue.ts'
import type { devices as english } from '../en/devices.ts'

export const devices: Translation<typeof english> = {
  devices: 'Geräte',
  aDevice: 'Gerät',
  hint: 'Ein Gerät sendet die Datensätze von Maschinen. Legen Sie eines je Maschine an oder ein Gateway für alle eines Kunden.',
  name: 'Name',
  nameHint: 'Teil der Anmeldung; er bleibt.',
  client: 'Kunde',
  sendsFor: 'Sendet für',
  allMachines: 'Alle Maschinen',
  theseMachines: 'Diese Maschinen',
  machines: 'Maschinen',
  tokenMade: 'Token seit',
  password: 'Passwort, noch kein Token',
  oldUntil: 'Altes Token bis',
  lastSeen: 'Zuletzt gesehen',
  never: 'nie',
  token: 'Geräte-Token',
  tokenOf: 'Token von {name}',
  tokenUse:
    'Über HTTP sendet es <c>{header}</c>, über MQTT meldet es sich als <c>{name}</c> mit dem Token als Passwort an.',
  oldStays: 'Das vorige Token bleibt bis {until} gültig.',
  copyNow:
    'Jetzt kopieren: Es wird nicht noch einmal angezeigt. Wer es hat, sendet Datensätze im Namen dieser Maschinen.',
  copyByHand: 'Das Token ist markiert: mit Strg+C kopieren.',
  copy: 'Token kopieren',
  copied: 'Kopiert',
  done: 'Fertig',
  rotateNamed: 'Neues Token für {name}',
  rotate: 'Token erzeugen',
  rotating: 'Wird erzeugt...',
  oldToken: 'Jetziges Token',
  oldTokenHint:
    '24 Stunden lassen Zeit, das neue einzustellen. Beenden Sie es sofort, wenn es jemand anderes haben könnte.',
  endsLater: 'Endet in 24 Stunden',
  endsNow: 'Endet sofort',
  gone: '{name} wird sofort abgewiesen: Was es ab jetzt sendet, wird nicht gespeichert. Seine gespeicherten Datensätze bleiben. Ein Administrator kann es 30 Tage lang mit seinem Token wiederherstellen.',
  deleted: 'Gerät gelöscht',
  kept: 'Das Gerät konnte nicht gelöscht werden',
  success: 'Erfolgreich!',
}
