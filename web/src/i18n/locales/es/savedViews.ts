import type { Translation } from '../../catalogue.ts'
import type { savedViews as english } from '../en/savedViews.ts'

export const savedViews: Translation<typeof english> = {
  title: 'Vistas guardadas',
  name: 'Guardar esta página como',
  save: 'Guardar',
  saving: 'Guardando …',
  share: 'La encuentra quien vea este cliente',
  list: 'Vistas guardadas',
  none: 'Aún no hay nada guardado. Una vista es una página con sus filtros y su periodo.',
  saved: 'Guardada: {name}',
  deleted: 'Eliminada: {name}',
  delete: 'Eliminar {name}',
  shared: 'compartida',
  sharedBy: 'compartida por {name}',
  shareLink: 'Copiar el enlace de esta página',
  copyLink: 'Copiar enlace',
  exactPeriod: 'Exactamente este periodo',
  thisPage: 'Esta página',
  copied: 'El enlace está en el portapapeles.',
  byHand: 'Copie este enlace',
}
