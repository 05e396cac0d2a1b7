import type { Translation } from '../../catalogue.ts'
import type { ui as english } from '../en/ui.ts'

export const ui: Translation<typeof english> = {
  loading: 'Cargando...',
  noData: 'No se han encontrado datos',
  couldNotLoad: 'No se ha podido cargar.',
  offline: 'Sin conexión',
  offlineReason: 'Este navegador no tiene red. Se cargará en cuanto la red vuelva.',
  retry: 'Reintentar',
  notAllowed: 'Acceso no permitido',
  notAllowedReason:
    'Su rol no incluye esta página. Si la necesita, consulte con el administrador de su planta.',
  backToMain: 'Volver a la página principal',
  close: 'Cerrar',
  dismiss: 'Descartar',
  actions: 'Acciones',
  open: 'Abrir',
  rowsPerPage: 'Filas por página',
  rowsOf: '{first}–{last} de {count}',
  noRows: '0 de 0',
  pages: 'Páginas',
  page: 'Página {page}',
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  notifications: 'Notificaciones',
  closeNotification: 'Cerrar notificación',
  language: 'Idioma',
  languageIs: 'Idioma: {name}',
  languageFailed: 'No se ha podido cargar este idioma.',
}
