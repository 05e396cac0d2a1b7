import type { Translation } from '../../catalogue.ts'
import type { notifications as english } from '../en/notifications.ts'

export const notifications: Translation<typeof english> = {
  notifications: 'Benachrichtigungen',
  hint: 'Wie Regeln, die Sie oder eine Ihrer Rollen nennen, Sie informieren.',
  mail: 'E-Mail',
  mailTo: 'An {address}',
  noMail: 'Ihr Konto hat keine E-Mail-Adresse.',
  mailOff: 'E-Mail geht in dieser Installation zurzeit nicht.',
  mailIsKept:
    'Kein Mailserver ist eingerichtet: E-Mails bleiben im Postausgang dieser Installation und erreichen niemanden.',
  push: 'App',
  pushHint: 'An die Browser und Telefone darunter, auch wenn Packboard geschlossen ist.',
  pushOff: 'Die Push-Dienste im Internet sind von dieser Installation nicht erreichbar.',
  onOf: 'Ein: {what}',
  quiet: 'Ruhezeit',
  quietLine: '{from} bis {to}; Dringendes kommt durch',
  quietOff: 'Nachrichten kommen zu jeder Zeit.',
  quietFrom: 'Ruhe von',
  quietTo: 'Ruhe bis',
  zone: 'In der Zeitzone {zone}',
  devices: 'Geräte',
  noDevices: 'Noch erhält kein Browser Nachrichten.',
  deviceLine: 'hinzugefügt {added}, letzte Nachricht {sent}',
  never: 'nie',
  addThis: 'An diesen Browser senden',
  added: 'Dieser Browser erhält ab jetzt Nachrichten.',
  removeNamed: '{name} entfernen',
  unnamed: 'Browser',
  notHere:
    'Dieser Browser kann keine Nachrichten erhalten. Auf einem iPhone legen Sie Packboard zuerst auf den Startbildschirm.',
  notSecure: 'Nachrichten an einen Browser brauchen eine Adresse, die mit https:// beginnt.',
  blocked:
    'Dieser Browser sperrt Nachrichten von Packboard. Erlauben Sie sie in seinen Einstellungen.',
  failed: 'Dieser Browser konnte nicht hinzugefügt werden: Sein Push-Dienst ist nicht erreichbar.',
  test: 'Probe senden',
  testing: 'Wird gesendet …',
  testSent: 'Eine Probe ist gesendet: {channels}.',
  testNowhere: 'Kein Kanal ist eingeschaltet: Es wurde nichts gesendet.',
  saved: 'Gespeichert',
}
