import type { Translation } from '../../catalogue.ts'
import type { figures as english } from '../en/figures.ts'

export const figures: Translation<typeof english> = {
  'packs.name': 'Confezioni prodotte',
  'packs.text':
    'Confezioni contate dal contatore della macchina nel periodo, in qualunque stato fosse. Un contatore che riparte o va in overflow non perde nulla.',
  'idle.name': 'Tempo di attesa totale',
  'idle.text':
    'Tempo in cui la macchina era pronta o in attesa e non confezionava: Idle, Stopped, Completed, Held, Suspended, Downstream. Esclusi gli allarmi e il tempo in cui era offline.',
  'run.name': 'Tempo di marcia totale',
  'run.text':
    'Tempo in cui la macchina confezionava: Execute, Completing e avvisi come Low Film finché si contano ancora confezioni.',
  'oeee.name': 'OEEE',
  'oeee.text':
    'Efficienza complessiva dell’impianto: confezioni buone × tempo per confezione alla velocità obiettivo ÷ tempo pianificato. È Disponibilità × Prestazione × Qualità. Il tempo offline non è tempo pianificato. Più del 100 % significa che la velocità obiettivo è troppo bassa.',
  'availability.name': 'Disponibilità',
  'availability.text':
    'Tempo di marcia ÷ tempo pianificato. Il tempo pianificato è marcia, attesa, allarme e tempo ausiliario insieme; in una pausa o in tempo chiuso del piano, con una causa pianificata e in una modalità diversa dalla produzione solo marcia.',
  'performance.name': 'Prestazione',
  'performance.text':
    'Confezioni fatte ÷ confezioni che il tempo di marcia avrebbe dato alla velocità obiettivo. «Obiettivo stimato»: nessuna ricetta o macchina ne indica uno, quindi vale la velocità raggiunta dai minuti migliori di 30 giorni.',
  'quality.name': 'Qualità',
  'quality.text':
    'Confezioni buone ÷ tutte le confezioni. «Non misurata»: la macchina non conta gli scarti, quindi tutte le confezioni valgono come buone.',
  'machineOeee.name': 'OEEE macchina',
  'machineOeee.text':
    'OEEE senza il tempo che la linea ha tolto alla macchina: Suspending, Suspended, Unsuspending e Downstream restano fuori dal tempo pianificato.',
  'coverage.name': 'Copertura',
  'coverage.text':
    'La quota del periodo, senza il tempo chiuso del piano, in cui la macchina ha trasmesso. Sotto il 90 % i valori sono segnati «Copertura bassa».',
  'machineStatus.name': 'Stato macchina',
  'machineStatus.text':
    'Come il periodo si divide in marcia, attesa, allarme, tempo ausiliario, offline e sconosciuto. Le parti danno l’intero periodo, al millisecondo.',
  'alarms.name': 'Allarmi',
  'alarms.text':
    'Quanti allarmi di ogni gruppo sono scattati. Lo stesso allarme segnalato due volte conta una volta. Selezioni un gruppo per vedere solo le fermate che ha causato.',
  'products.name': 'Prodotti',
  'products.text':
    'Confezioni di ogni prodotto. Una confezione appartiene al prodotto impostato quando è stata contata. Selezioni un prodotto per vederlo da solo.',
  'packsPerMinute.name': 'Confezioni al minuto',
  'packsPerMinute.text':
    'Velocità media di ogni intervallo, in confezioni al minuto. Un vuoto nella linea è un vuoto nei dati, mai uno zero. Nei periodi lunghi una fascia mostra il minuto più lento e il più veloce di ogni intervallo.',
  'states.name': 'Distribuzione degli stati macchina',
  'states.text': 'Quanto a lungo la macchina è rimasta in ogni stato, dal più lungo.',
  'stopCauses.name': 'Cause di fermata',
  'stopCauses.text':
    'La causa indicata da una persona, altrimenti che cosa ha fermato la macchina per primo: il primo allarme da 5 secondi prima di una fermata fino alla sua fine dà il nome a tutta la fermata. Senza allarme non si conosce la causa, solo lo stato in cui è iniziata: faccia inviare alla macchina i suoi allarmi. Le fermate pianificate vengono per ultime. Confezioni perse: il tempo di fermata alla velocità obiettivo.',
  'day.name': 'Giorno',
  'day.text':
    'Un giorno di calendario del fuso orario in cui la pagina indica gli orari. Ciò che passa la mezzanotte viene diviso lì.',
  'idleMinutes.name': 'Attesa (min)',
  'idleMinutes.text':
    'Tempo di attesa di questa macchina con questo prodotto e utensile in questo giorno, in minuti interi.',
  'packsPacked.name': 'Confezioni',
  'packsPacked.text':
    'Confezioni di questa macchina con questo prodotto e utensile contate in questo giorno.',
  'runMinutes.name': 'Marcia (min)',
  'runMinutes.text':
    'Tempo di marcia di questa macchina con questo prodotto e utensile in questo giorno, in minuti interi.',
  'status.name': 'Stato',
  'status.text':
    'Lo stato che la macchina ha comunicato per ultimo e da quanto tempo vi si trova. Colore, forma e nome dicono la stessa cosa. Una macchina che non trasmette oltre il suo limite di tenuta (90 secondi, se non impostato diversamente) è OFFLINE.',
  'batchPacks.name': 'Confezioni del lotto',
  'batchPacks.text':
    'Confezioni dall’ultimo cambio di prodotto, utensile o operatore, oppure il contatore di lotto della macchina, se ne ha uno.',
  'totalPacks.name': 'Confezioni totali',
  'totalPacks.text': 'Confezioni dall’ora di inizio in alto nella panoramica.',
  'speed.name': 'Velocità (ppm)',
  'speed.text': 'Confezioni al minuto, secondo l’ultima comunicazione della macchina.',
  'alarm.name': 'Tempo di allarme',
  'alarm.text':
    'Tempo in cui la macchina era ferma per un guasto: Aborting, Clearing, Aborted, Pack Block, Film Snap, Reg Film Alarm, e avvisi mentre non si contano confezioni.',
  'ancillary.name': 'Tempo ausiliario',
  'ancillary.text':
    'Tempo di passaggio tra uno stato e l’altro: Stopping, Resetting, Starting, Holding, Unholding, Suspending, Unsuspending.',
  'lastUpdated.name': 'Ultimo aggiornamento',
  'lastUpdated.text':
    'Il momento fino al quale si contano i totali. Si aggiornano ogni 30 secondi; un cambio di stato appare entro un secondo.',
  'attributedStop.name': 'Proprio, ereditato, non deciso',
  'attributedStop.text':
    'Un arresto di una macchina è proprio, oppure ereditato: la macchina aspettava un’altra, l’origine, che si era fermata prima entro il polmone tra loro. Dove le registrazioni non lo mostrano, non si indica nulla: gli orologi differiscono, mancano dati, o corrispondono due stazioni.',
  'lineOeee.name': 'OEEE della linea',
  'lineOeee.text':
    'Confezioni buone della stazione chiave come tempo alla velocità obiettivo, divise per il tempo pianificato delle sue macchine secondo il piano della linea. La somma delle macchine accanto conta ogni macchina del flusso.',
  'bottleneck.name': 'Collo di bottiglia',
  'bottleneck.text':
    'La stazione che ha limitato la linea per la maggior parte del periodo. La limita finché una delle sue macchine è l’origine di un arresto, e finché marcia e le vicine aspettano senza che alcuna stazione sia ferma: allora è la più lenta.',
}
