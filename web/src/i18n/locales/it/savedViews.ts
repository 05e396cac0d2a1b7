import type { Translation } from '../../catalogue.ts'
import type { savedViews as english } from '../en/savedViews.ts'

export const savedViews: Translation<typeof english> = {
  title: 'Viste salvate',
  name: 'Salva questa pagina come',
  save: 'Salva',
  saving: 'Salvataggio …',
  share: 'La trova chiunque veda questo cliente',
  list: 'Viste salvate',
  none: 'Ancora niente di salvato. Una vista è una pagina con i suoi filtri e il suo periodo.',
  saved: 'Salvata: {name}',
  deleted: 'Eliminata: {name}',
  delete: 'Elimina {name}',
  shared: 'condivisa',
  sharedBy: 'condivisa da {name}',
  shareLink: 'Copia il link di questa pagina',
  copyLink: 'Copia il link',
  exactPeriod: 'Esattamente questo periodo',
  thisPage: 'Questa pagina',
  copied: 'Il link è negli appunti.',
  byHand: 'Copi questo link',
}
