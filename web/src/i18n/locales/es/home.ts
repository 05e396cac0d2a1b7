import type { Translation } from '../../catalogue.ts'
import type { home as english } from '../en/home.ts'

export const home: Translation<typeof english> = {
  pageTitle: 'Inicio',
  goodNight: 'Buenas noches, {name}',
  goodMorning: 'Buenos días, {name}',
  goodAfternoon: 'Buenas tardes, {name}',
  goodEvening: 'Buenas noches, {name}',
  dashboard: 'Panel de control',
  dashboardText: 'Estado, velocidad y envases de cada máquina en directo.',
  daySummary: 'Resumen diario',
  daySummaryText: 'Envases, tiempo de marcha y de espera por día y producto.',
  panel: 'Panel de gestión',
  panelText: 'Distribuidores, clientes, máquinas y usuarios.',
  panelTextUsers: 'Usuarios.',
  panelTextOwn: 'Usuarios, líneas y productos.',
  machineCount: '{count, plural, one {# máquina} other {# máquinas}}',
  openShift: 'Ver todo el turno',
}
