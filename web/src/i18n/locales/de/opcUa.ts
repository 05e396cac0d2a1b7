import type { Translation } from '../../catalogue.ts'
import type { opcUa as english } from '../en/opcUa.ts'

export const opcUa: Translation<typeof english> = {
  security: 'Sicherheit',
  'security.strongest': 'Stärkste angebotene',
  'security.none': 'Keine',
  'security.sign': 'Signieren',
  'security.signAndEncrypt': 'Signieren und verschlüsseln',
  securityHint: 'Die stärkste ist nie keine. Keine: alles im Klartext.',
  userName: 'Benutzername',
  userHint: 'Leer: anonym',
  password: 'Passwort',
  'password.none': 'Es ist keines gespeichert.',
  'password.stored':
    'Eines ist gespeichert; bleibt das Feld leer, bleibt es. Es wird nie angezeigt.',
  'password.again':
    'Das gespeicherte gilt nur für die gespeicherte Adresse und den gespeicherten Benutzernamen: Geben Sie es neu ein.',
  'password.noUser': 'Braucht einen Benutzernamen.',
  dictionaryHint:
    'Die Namen der Norm werden ohne Einstellung gelesen. Wählen Sie eine andere, wo der Server Wörter oder Nummern des Herstellers hat.',
  found: 'Was gefunden wurde',
  noToken:
    'Packboard verbindet sich mit dem Server der Maschine und liest nur. Ein Token ist nicht nötig.',
  tryAgain: 'Noch einmal versuchen',
  trying: 'Wird versucht...',
  'status.connecting': 'Verbindet',
  'status.served': 'Wird gelesen',
  'status.stale': 'Der Server kennt den Zustand der Maschine nicht',
  'status.waiting': 'Wird nicht gelesen',
  since: 'Seit {since}',
  retryAt: 'nächster Versuch {at}',
  saveFirst:
    'Speichern Sie die Verbindung: Dann verbindet sich Packboard mit dem Server, und hier steht, was gefunden wurde.',
  nothing: 'Noch nichts: Die Verbindung wurde eben gespeichert.',
  server: 'Server',
  protection: 'Schutz',
  machines: 'PackML-Objekte',
  isRead: 'wird gelesen',
  parts: 'Optionale Werte',
  missing: 'Auf diesem Server nicht',
  alarms: 'Alarme',
  'alarms.conditions': 'Alarmbedingungen',
  'alarms.array': 'Admin.Alarm',
  'alarms.none': 'Keine',
  clock: 'Uhr',
  'clock.ahead': 'geht {seconds} s vor',
  'clock.behind': 'geht {seconds} s nach',
  'clock.right': 'Auf die Sekunde richtig',
  certificate: 'Zertifikat des Servers',
  'certificate.subject': 'Ausgestellt für',
  'certificate.valid': 'Gültig',
  'certificate.range': '{from} bis {to}',
  'certificate.fingerprint': 'Fingerabdruck (SHA-256)',
  trust: 'Diesem Zertifikat vertrauen',
  'trust.hint':
    'Vertrauen Sie ihm, wenn der Server selbst denselben Fingerabdruck zeigt. Das Änderungsprotokoll hält fest, wer ihm vertraut hat.',
  'trust.other':
    'Vorher wurde einem anderen Zertifikat vertraut. Hat niemand dem Server ein neues gegeben, kann dies ein anderer Server sein: Vertrauen Sie ihm dann nicht.',
  'trust.is': 'Ihm wird hier vertraut. Zeigt der Server ein anderes, wird er nicht gelesen.',
  'trust.file': 'Ihm wird durch eine Datei in opcua/trusted des Datenverzeichnisses vertraut.',
  'trust.saving': 'Wird gespeichert...',
  'trust.end': 'Nicht mehr vertrauen',
  'fault.addressNotAllowed': 'Der Betreiber muss diesen Host mit OPCUA_HOSTS zulassen.',
  'fault.unreachable':
    'Prüfen Sie Adresse, Port und Firewall: Der Weg geht von Packboard zum Server.',
  'fault.noSecurity': 'Schalten Sie am Server Sicherheit ein, oder wählen Sie hier eine andere.',
  'fault.certificateUnknown':
    'Vergleichen Sie den Fingerabdruck mit dem, den der Server selbst zeigt. Sind beide gleich, vertrauen Sie unten dem Zertifikat.',
  'fault.certificateExpired':
    'Geben Sie dem Server ein neues Zertifikat, oder stellen Sie die Uhr des Servers von Packboard.',
  'fault.passwordInClear':
    'Wählen Sie eine andere Sicherheit, oder lassen Sie den Benutzernamen leer.',
  'fault.signInRefused':
    'Prüfen Sie Benutzername und Passwort; oder lassen Sie den Server opcua/own/packboard.der vertrauen.',
  'fault.noPackML':
    'Schalten Sie am Server das PackML-Modell ein, und geben Sie das Objekt der Maschine frei.',
  'fault.severalMachines': 'Setzen Sie eines dieser Objekte nach # an den Endpunkt.',
  'fault.machineNotThere': 'Berichtigen Sie das Objekt nach dem # des Endpunkts.',
  'fault.tooLarge':
    'Der Server zeigt zu viele Objekte: Geben Sie dem Benutzer von Packboard dort eine kleinere Sicht.',
  'fault.lost':
    'Die Verbindung brach ab, oder der Server wurde neu gestartet. Es wird von selbst wieder versucht.',
  'fault.failed': 'Es misslang aus einem anderen Grund; mehr steht im Log des Servers.',
}
