import type { Translation } from '../../catalogue.ts'
import type { limits as english } from '../en/limits.ts'

export const limits: Translation<typeof english> = {
  title: 'Grenzen',
  what: 'Sie schützen die Festplatte und die anderen Sender und gelten für jedes Gerät und jede Maschine dieser Installation. Eine Änderung gilt sofort.',
  deviceMegabytesPerDay: 'MB eines Geräts pro Tag',
  deviceMegabytesPerDayHint:
    'Mehr wird abgelehnt, bis wieder Platz ist; das Gerät sendet es später. Der Platz kehrt gleichmäßig über 24 Stunden zurück.',
  quarantineRecords: 'Zurückgelegte Aufzeichnungen je Maschine',
  quarantineRecordsHint: 'Weitere werden gezählt und nicht gespeichert.',
  quarantineMegabytes: 'Zurückgelegte MB je Maschine',
  quarantineMegabytesHint: 'Weitere werden gezählt und nicht gespeichert.',
  inForce: 'In Kraft: {value}',
  default: 'Leer: {value}, die Einstellung {setting}.',
  outside: 'Bitte eine ganze Zahl von {min} bis {max} eingeben, oder nichts.',
  near: 'Nahe an einer Grenze',
  nearSub: 'ab {share}',
  name: 'Gerät oder Maschine',
  client: 'Kunde',
  limit: 'Grenze',
  used: 'Verbraucht',
  ofLimit: '{used} von {limit}',
  noMachine: 'unbekannte Maschinen',
  uncounted: 'Zurückgelegte Aufzeichnungen lassen sich gerade nicht zählen: Maschinen fehlen hier.',
  nobodyCounted: 'Kein Gerät ist nahe an einer Grenze',
  nobody: 'Nichts ist nahe an einer Grenze',
  nobodyHint: 'Geräte und Maschinen stehen hier, bevor ihre Aufzeichnungen abgelehnt werden.',
}
