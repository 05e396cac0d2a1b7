import type { Translation } from '../../catalogue.ts'
import type { savedViews as english } from '../en/savedViews.ts'

export const savedViews: Translation<typeof english> = {
  title: 'Vues enregistrées',
  name: 'Enregistrer cette page sous',
  save: 'Enregistrer',
  saving: 'Enregistrement …',
  share: 'Tous ceux qui voient ce client la trouvent',
  list: 'Vues enregistrées',
  none: 'Rien d’enregistré. Une vue est une page avec ses filtres et sa période.',
  saved: 'Enregistrée : {name}',
  deleted: 'Supprimée : {name}',
  delete: 'Supprimer {name}',
  shared: 'partagée',
  sharedBy: 'partagée par {name}',
  shareLink: 'Copier le lien de cette page',
  copyLink: 'Copier le lien',
  exactPeriod: 'Exactement cette période',
  thisPage: 'Cette page',
  copied: 'Le lien est dans le presse-papiers.',
  byHand: 'Copiez ce lien',
}
