import type { Translation } from '../../catalogue.ts'
import type { help as english } from '../en/help.ts'

export const help: Translation<typeof english> = {
  title: 'Ayuda',
  showTour: 'Mostrar la visita guiada',
  version: 'Packboard {version}',
  versionOfCommit: 'Packboard {version} ({commit})',
  runningSince: 'En marcha desde {since}',
  shortcuts: 'Atajos de teclado',
  keysThen: 'y luego',
  arrows: 'Flechas',
  alongFigures: 'A la cifra siguiente de un grupo o a lo largo de un gráfico',
  escape: 'Esc',
  closeOpen: 'Cerrar lo que esté abierto',
  singleKeys: 'Las teclas sueltas son atajos',
  singleKeysText: 'No mientras se escribe. Esc funciona siempre.',
  'key.home': 'Ir a la página de inicio',
  'key.overview': 'Ir a la vista general de máquinas',
  'key.daySummary': 'Ir al Resumen diario',
  'key.panel': 'Ir al Panel de gestión',
  'key.find': 'A los filtros o la búsqueda de la página',
  'key.help': 'Mostrar esta ayuda',
  onCard: 'En la tarjeta de una máquina',
  totals: 'Totales de un periodo',
  charts: 'Gráficos de una máquina',
  days: 'Días',
  step: '{step} de {steps}',
  skip: 'Omitir',
  back: 'Atrás',
  next: 'Siguiente',
  done: 'Listo',
  'tour.card': 'Cada tarjeta es una máquina',
  'tour.cardText':
    'Color, forma y palabra dicen lo mismo: qué hace ahora y desde cuándo. La franja muestra las últimas horas. Seleccione una tarjeta para ver sus gráficos, alarmas y registro de cambios.',
  'tour.totals': 'Totales desde el inicio del turno',
  'tour.totalsText':
    'Los envases y los tiempos se cuentan desde esta hora de inicio hasta ahora. Se actualizan cada 30 segundos; un cambio de estado llega en menos de un segundo.',
  'tour.past': 'Del presente al pasado',
  'tour.pastText':
    'El Resumen diario tiene una fila por día, máquina, producto y utillaje. El Panel de gestión es para quienes se ocupan de máquinas y usuarios.',
  'tour.reason': 'Ninguna cifra sin explicación',
  'tour.reasonText':
    'La i junto a una cifra dice qué significa; la lupa muestra los registros de los que procede. Todo ello y los atajos de teclado están en Ayuda: pulse ?',
  documentation: 'Documentación (en inglés)',
}
