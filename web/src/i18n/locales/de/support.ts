import type { Translation } from '../../catalogue.ts'
import type { support as english } from '../en/support.ts'

export const support: Translation<typeof english> = {
  title: 'Supportpaket',
  what: 'Eine Datei für die Person, die Ihnen hilft: was diese Installation ist und wie es ihr geht. Sie ist lesbarer Text und enthält nichts von Ihren Kunden.',
  within: 'Enthalten',
  without: 'Nicht enthalten',
  versions: 'Versionen von Packboard, seinen Datenbanken und dem Rechner, auf dem es läuft',
  settings: 'Einstellungen: Zahlen und Auswahlen; von allen anderen nur, ob sie gesetzt sind',
  health: 'Zustand, beschädigte Aufzeichnungen nach Monat, freier Platz der Festplatte',
  counts: 'Wie viele Kunden, Maschinen, Personen und Aufzeichnungen es gibt',
  questions: 'Zeiten der Abfragen der Aufzeichnungen, nach ihrer Art',
  log: 'Die neuesten Zeilen des Protokolls: Ereignisse, Zeiten und Codes',
  names: 'Namen von Kunden, Maschinen, Produkten, Personen und Bedienern, E-Mail-Adressen',
  records: 'Aufzeichnungen, Kennzahlen, Alarme und Audit-Aufzeichnungen',
  secrets: 'Passwörter, Token, Adressen von Rechnern, Links',
  download: 'Supportpaket herunterladen',
  look: 'Jedes Herunterladen steht im Audit-Protokoll. Wo sich niemand anmelden kann, schreibt der Befehl „packboard support“ dieselbe Datei auf dem Server.',
}
