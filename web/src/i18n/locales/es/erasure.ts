import type { Translation } from '../../catalogue.ts'
import type { erasure as english } from '../en/erasure.ts'

export const erasure: Translation<typeof english> = {
  chooseFirst: 'Seleccione un cliente para ver los nombres borrados.',
  title: 'Borrar el nombre de un operario',
  what: 'En todos los registros de este cliente un seudónimo ocupa definitivamente el lugar del nombre. Los tiempos, recuentos y totales quedan como están. Los registros que lleguen después también reciben el seudónimo.',
  name: 'Nombre del operario',
  toTheLetter: 'Letra por letra, como lo envían las máquinas.',
  count: 'Contar registros',
  counting: 'Contando...',
  held: '{count, plural, =0 {Ningún registro contiene este nombre.} one {# registro contiene este nombre.} other {# registros contienen este nombre.}}',
  erase: 'Borrar...',
  eraseName: 'Borrar nombre',
  question: '¿Borrar <b>{name}</b>?',
  consequence:
    'No se puede deshacer: después nadie podrá saber de quién eran estos registros. Mientras tanto los gráficos de este cliente esperan. Las copias de seguridad anteriores contienen el nombre hasta que se restauran.',
  erasing: 'Borrando...',
  erasedAs: '{pseudonym} ocupa el lugar del nombre.',
  erased: 'Nombres borrados',
  pseudonym: 'En su lugar',
  by: 'Borrado por',
  at: 'Solicitado',
  done: 'Terminado',
  underWay: 'En curso',
  none: 'No se encontraron datos',
  noneHint: 'En este cliente no se ha borrado ningún nombre.',
  byOperator: 'Cifras por operador',
  byOperatorWhat:
    'La comparación puede mostrar cifras de cada operador: envases, OEEE, paradas. Lo que hace una máquina tiene muchas causas además de quien trabaja en ella; acuérdelo antes con las personas de quienes son las cifras.',
  notSet: 'Sin definir',
  allowed: 'Permitido',
  forbidden: 'Prohibido',
  notSetMeans:
    'Los nombres de los operadores aparecen junto a paradas, motivos e intervalos; la comparación no tiene filas por operador.',
  allowedMeans:
    'Los nombres de los operadores aparecen junto a paradas, motivos e intervalos, y la comparación tiene una fila por operador.',
  forbiddenMeans:
    'Los usuarios, las pantallas y las tabletas no leen nombres en paradas, motivos, intervalos ni archivos, y la comparación no tiene filas por operador. La tarjeta de una máquina sigue mostrando quién trabaja en ella; los ingenieros, administradores y distribuidores leen todos los nombres.',
}
