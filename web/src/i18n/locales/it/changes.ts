import type { Translation } from '../../catalogue.ts'
import type { changes as english } from '../en/changes.ts'

/** What was different after a setting was changed, in Italian. */
export const changes: Translation<typeof english> = {
  title: 'Che cosa è cambiato',
  sub: 'impostazioni cambiate sulla macchina, e i suoi valori nella mezz’ora prima e dopo',
  subLast: 'gli ultimi {days} giorni di questo periodo',
  subNewest: 'le {judged} più recenti di {count} modifiche',
  changedBefore: 'Cambiato prima del peggioramento',
  none: 'Dopo nessuna di {count, plural, one {{count} modifica} other {{count} modifiche}} è peggiorato oltre il caso. Le più vicine vengono prima.',
  noChanges: 'In questo periodo non è stata cambiata alcuna impostazione.',
  showAll: 'Mostra tutte ({count})',
  showFewer: 'Mostra solo le prime',
  when: 'Quando',
  change: 'Cambiato prima',
  stops: 'Fermate proprie all’ora',
  rejects: 'Scarti',
  speed: 'Pacchi al minuto di marcia',
  worse: 'peggio di quanto spieghi il caso',
  tooLittle: 'Troppo poca marcia di un prodotto prima o dopo per confrontare.',
  showAround: 'Mostra le mezz’ore intorno alle {time}',
  fromTo: 'da {before} a {after}',
  chance:
    'Confrontato con ogni altro minuto di questa macchina e con gli stessi minuti in altro ordine; tutte le modifiche sono corrette insieme (5 %). Era così prima; se ne fosse la causa non si sa.',
}
