import type { Translation } from '../../catalogue.ts'
import type { figures as english } from '../en/figures.ts'

export const figures: Translation<typeof english> = {
  'packs.name': 'Produzierte Packungen',
  'packs.text':
    'Packungen, die der Zähler der Maschine im Zeitraum gezählt hat, gleich in welchem Status sie war. Ein Zähler, der neu beginnt oder überläuft, verliert nichts.',
  'idle.name': 'Leerlauf gesamt',
  'idle.text':
    'Zeit, in der die Maschine bereit war oder wartete und nichts verpackte: Idle, Stopped, Completed, Held, Suspended, Downstream. Keine Alarme und keine Zeit, in der sie offline war.',
  'run.name': 'Laufzeit gesamt',
  'run.text':
    'Zeit, in der die Maschine verpackte: Execute, Completing und Warnungen wie Low Film, solange noch Packungen gezählt werden.',
  'oeee.name': 'OEEE',
  'oeee.text':
    'Gesamtanlageneffektivität: gute Packungen × Zeit je Packung beim Solltakt ÷ Planzeit. Das ist Verfügbarkeit × Leistung × Qualität. Offline-Zeit ist keine Planzeit. Mehr als 100 % heißt: Der Solltakt ist zu niedrig.',
  'availability.name': 'Verfügbarkeit',
  'availability.text':
    'Laufzeit ÷ Planzeit. Planzeit ist Laufzeit, Leerlauf, Alarmzeit und Nebenzeit zusammen; in einer Pause oder geschlossener Zeit des Plans, unter einem geplanten Grund und in einer anderen Betriebsart als Produktion nur Laufzeit.',
  'performance.name': 'Leistung',
  'performance.text':
    'Gefertigte Packungen ÷ Packungen, die die Laufzeit beim Solltakt ergeben hätte. „Soll geschätzt“: Weder Rezept noch Maschine nennen einen Solltakt; es gilt der Takt, den die besten Minuten aus 30 Tagen erreichten.',
  'quality.name': 'Qualität',
  'quality.text':
    'Gute Packungen ÷ alle Packungen. „Nicht gemessen“: Die Maschine zählt keinen Ausschuss, daher gelten alle Packungen als gut.',
  'machineOeee.name': 'Maschinen-OEEE',
  'machineOeee.text':
    'OEEE ohne die Zeit, die die Linie der Maschine nahm: Suspending, Suspended, Unsuspending und Downstream zählen nicht zur Planzeit.',
  'coverage.name': 'Abdeckung',
  'coverage.text':
    'Der Anteil des Zeitraums, ohne geschlossene Zeit des Plans, in dem die Maschine zu hören war. Unter 90 % tragen die Kennzahlen den Hinweis „Geringe Abdeckung“.',
  'machineStatus.name': 'Maschinenstatus',
  'machineStatus.text':
    'Wie sich der Zeitraum auf Lauf, Leerlauf, Alarm, Nebenzeit, Offline und Unbekannt verteilt. Die Teile ergeben zusammen den ganzen Zeitraum, auf die Millisekunde.',
  'alarms.name': 'Alarme',
  'alarms.text':
    'Wie viele Alarme jeder Gruppe auftraten. Derselbe Alarm, zweimal gemeldet, zählt einmal. Wählen Sie eine Gruppe, um nur die Stillstände zu sehen, die sie verursacht hat.',
  'products.name': 'Produkte',
  'products.text':
    'Packungen je Produkt. Eine Packung gehört zu dem Produkt, das beim Zählen eingestellt war. Wählen Sie ein Produkt, um es allein zu sehen.',
  'packsPerMinute.name': 'Packungen pro Minute',
  'packsPerMinute.text':
    'Mittlerer Takt je Zeitschritt, in Packungen pro Minute. Eine Lücke in der Linie ist eine Lücke in den Daten, nie eine Null. In langen Zeiträumen zeigt ein Band die langsamste und die schnellste Minute jedes Schritts.',
  'states.name': 'Verteilung der Maschinenstatus',
  'states.text': 'Wie lange die Maschine in jedem Status war, der längste zuerst.',
  'stopCauses.name': 'Stillstandsursachen',
  'stopCauses.text':
    'Der Grund, den jemand nannte, sonst was die Maschine zuerst anhielt: Der erste Alarm ab 5 Sekunden vor einem Stillstand bis zu seinem Ende benennt den ganzen Stillstand. Ohne Alarm ist keine Ursache bekannt, nur der Status, in dem er begann: Lassen Sie die Maschine ihre Alarme senden. Geplante Stillstände kommen zuletzt. Verlorene Packungen: die Stillstandszeit beim Solltakt.',
  'day.name': 'Tag',
  'day.text':
    'Ein Kalendertag der Zeitzone, in der die Seite ihre Zeiten angibt. Was über Mitternacht läuft, wird dort geteilt.',
  'idleMinutes.name': 'Leerlauf (min)',
  'idleMinutes.text':
    'Leerlauf dieser Maschine mit diesem Produkt und Werkzeug an diesem Tag, in ganzen Minuten.',
  'packsPacked.name': 'Packungen',
  'packsPacked.text':
    'Packungen dieser Maschine mit diesem Produkt und Werkzeug, die an diesem Tag gezählt wurden.',
  'runMinutes.name': 'Laufzeit (min)',
  'runMinutes.text':
    'Laufzeit dieser Maschine mit diesem Produkt und Werkzeug an diesem Tag, in ganzen Minuten.',
  'status.name': 'Status',
  'status.text':
    'Der Status, den die Maschine zuletzt gemeldet hat, und wie lange sie schon darin ist. Farbe, Form und Name sagen dasselbe. Eine Maschine, die länger als ihre Haltegrenze nicht zu hören war (90 Sekunden, wenn nicht anders eingestellt), ist OFFLINE.',
  'batchPacks.name': 'Packungen der Charge',
  'batchPacks.text':
    'Packungen, seit Produkt, Werkzeug oder Bediener zuletzt wechselten, oder der eigene Chargenzähler der Maschine, wo sie einen hat.',
  'totalPacks.name': 'Packungen gesamt',
  'totalPacks.text': 'Packungen seit dem Beginn, der oben in der Übersicht steht.',
  'speed.name': 'Takt (ppm)',
  'speed.text': 'Packungen pro Minute, wie die Maschine sie zuletzt gemeldet hat.',
  'alarm.name': 'Alarmzeit',
  'alarm.text':
    'Zeit, in der die Maschine wegen einer Störung stand: Aborting, Clearing, Aborted, Pack Block, Film Snap, Reg Film Alarm und Warnungen, solange keine Packungen gezählt werden.',
  'ancillary.name': 'Nebenzeit',
  'ancillary.text':
    'Zeit des Übergangs von einem Status zum nächsten: Stopping, Resetting, Starting, Holding, Unholding, Suspending, Unsuspending.',
  'lastUpdated.name': 'Zuletzt aktualisiert',
  'lastUpdated.text':
    'Der Zeitpunkt, bis zu dem die Summen zählen. Sie werden alle 30 Sekunden fortgeschrieben; ein Statuswechsel erscheint binnen einer Sekunde.',
  'attributedStop.name': 'Eigen, übernommen, nicht entscheidbar',
  'attributedStop.text':
    'Ein Stopp einer Maschine ist ihr eigener, oder er ist übernommen: Die Maschine wartete auf eine andere, den Ursprung, die innerhalb des Puffers zwischen ihnen vorher gestoppt hatte. Wo die Datensätze es nicht zeigen, wird nichts genannt: Uhren weichen ab, Daten fehlen, oder zwei Stationen passen.',
  'lineOeee.name': 'OEEE der Linie',
  'lineOeee.text':
    'Gute Packungen der Schlüsselstation als Zeit bei Solltakt, geteilt durch die Planzeit ihrer Maschinen nach dem Plan der Linie. Die Summe der Maschinen daneben zählt jede Maschine des Flusses.',
  'bottleneck.name': 'Engpass',
  'bottleneck.text':
    'Die Station, die die Linie für den größten Teil des Zeitraums begrenzte. Sie begrenzt sie, solange eine ihrer Maschinen der Ursprung eines Stopps ist, und solange sie läuft und ihre Nachbarn warten, ohne dass eine Station steht: Dann ist sie die langsamste.',
}
