import type { Translation } from '../../catalogue.ts'
import type { figures as english } from '../en/figures.ts'

export const figures: Translation<typeof english> = {
  'packs.name': 'Envases producidos',
  'packs.text':
    'Envases contados por el contador de la propia máquina en el periodo, fuera cual fuera su estado. Un contador que se reinicia o se desborda no pierde nada.',
  'idle.name': 'Tiempo de espera total',
  'idle.text':
    'Tiempo en que la máquina estaba lista o esperaba y no envasaba: Idle, Stopped, Completed, Held, Suspended, Downstream. Sin las alarmas ni el tiempo sin conexión.',
  'run.name': 'Tiempo de marcha total',
  'run.text':
    'Tiempo en que la máquina envasaba: Execute, Completing y avisos como Low Film mientras se sigan contando envases.',
  'oeee.name': 'OEEE',
  'oeee.text':
    'Eficiencia general del equipo: envases buenos × tiempo por envase a la velocidad objetivo ÷ tiempo planificado. Es Disponibilidad × Rendimiento × Calidad. El tiempo sin conexión no es tiempo planificado. Más del 100 % significa que la velocidad objetivo es demasiado baja.',
  'availability.name': 'Disponibilidad',
  'availability.text':
    'Tiempo de marcha ÷ tiempo planificado. El tiempo planificado es marcha, espera, alarma y tiempo auxiliar juntos; en una pausa o tiempo cerrado del plan, con un motivo planificado y en un modo distinto de producción, solo marcha.',
  'performance.name': 'Rendimiento',
  'performance.text':
    'Envases hechos ÷ envases que el tiempo de marcha habría dado a la velocidad objetivo. «Objetivo estimado»: ninguna receta ni máquina lo indica, así que vale la velocidad que alcanzaron los mejores minutos de 30 días.',
  'quality.name': 'Calidad',
  'quality.text':
    'Envases buenos ÷ todos los envases. «No medida»: la máquina no cuenta rechazos, así que todos los envases se dan por buenos.',
  'machineOeee.name': 'OEEE de la máquina',
  'machineOeee.text':
    'OEEE sin el tiempo que la línea quitó a la máquina: Suspending, Suspended, Unsuspending y Downstream quedan fuera del tiempo planificado.',
  'coverage.name': 'Cobertura',
  'coverage.text':
    'La parte del periodo, sin el tiempo cerrado del plan, en que la máquina transmitió. Por debajo del 90 % las cifras llevan la marca «Cobertura baja».',
  'machineStatus.name': 'Estado de la máquina',
  'machineStatus.text':
    'Cómo se reparte el periodo en marcha, espera, alarma, tiempo auxiliar, sin conexión y desconocido. Las partes suman el periodo entero, al milisegundo.',
  'alarms.name': 'Alarmas',
  'alarms.text':
    'Cuántas alarmas de cada grupo saltaron. La misma alarma comunicada dos veces cuenta una. Seleccione un grupo para ver solo las paradas que causó.',
  'products.name': 'Productos',
  'products.text':
    'Envases de cada producto. Un envase pertenece al producto que estaba ajustado cuando se contó. Seleccione un producto para verlo solo.',
  'packsPerMinute.name': 'Envases por minuto',
  'packsPerMinute.text':
    'Velocidad media de cada intervalo, en envases por minuto. Un hueco en la línea es un hueco en los datos, nunca un cero. En periodos largos una banda muestra el minuto más lento y el más rápido de cada intervalo.',
  'states.name': 'Distribución de estados de la máquina',
  'states.text': 'Cuánto tiempo estuvo la máquina en cada estado, primero el más largo.',
  'stopCauses.name': 'Causas de parada',
  'stopCauses.text':
    'El motivo que dio una persona; si no, qué paró primero la máquina: la primera alarma desde 5 segundos antes de una parada hasta su fin da nombre a toda la parada. Sin alarma no se conoce la causa, solo el estado en que empezó: haga que la máquina envíe sus alarmas. Las paradas planificadas van al final. Envases perdidos: el tiempo parado a la velocidad objetivo.',
  'day.name': 'Día',
  'day.text':
    'Un día de calendario de la zona horaria en que la página indica sus horas. Lo que pasa de medianoche se divide ahí.',
  'idleMinutes.name': 'Espera (min)',
  'idleMinutes.text':
    'Tiempo de espera de esta máquina con este producto y utillaje en este día, en minutos enteros.',
  'packsPacked.name': 'Envases',
  'packsPacked.text': 'Envases de esta máquina con este producto y utillaje contados en este día.',
  'runMinutes.name': 'Marcha (min)',
  'runMinutes.text':
    'Tiempo de marcha de esta máquina con este producto y utillaje en este día, en minutos enteros.',
  'status.name': 'Estado',
  'status.text':
    'El último estado que comunicó la máquina y cuánto tiempo lleva en él. Color, forma y nombre dicen lo mismo. Una máquina que no transmite durante su límite de retención (90 segundos si no se ajusta otro) está SIN CONEXIÓN.',
  'batchPacks.name': 'Envases del lote',
  'batchPacks.text':
    'Envases desde el último cambio de producto, utillaje u operario, o el contador de lote de la propia máquina si lo tiene.',
  'totalPacks.name': 'Envases totales',
  'totalPacks.text': 'Envases desde la hora de inicio indicada arriba en la vista general.',
  'speed.name': 'Velocidad (ppm)',
  'speed.text': 'Envases por minuto, según lo último que comunicó la máquina.',
  'alarm.name': 'Tiempo de alarma',
  'alarm.text':
    'Tiempo en que la máquina estuvo parada por un fallo: Aborting, Clearing, Aborted, Pack Block, Film Snap, Reg Film Alarm, y avisos mientras no se cuentan envases.',
  'ancillary.name': 'Tiempo auxiliar',
  'ancillary.text':
    'Tiempo de paso entre estados: Stopping, Resetting, Starting, Holding, Unholding, Suspending, Unsuspending.',
  'lastUpdated.name': 'Última actualización',
  'lastUpdated.text':
    'El momento hasta el que se cuentan los totales. Se actualizan cada 30 segundos; un cambio de estado aparece en menos de un segundo.',
  'attributedStop.name': 'Propio, heredado, no decidido',
  'attributedStop.text':
    'Un paro de una máquina es propio o heredado: la máquina esperaba a otra, el origen, que había parado antes dentro del búfer entre ellas. Donde los registros no muestran cuál, no se nombra nada: los relojes difieren, faltan datos o encajan dos estaciones.',
  'lineOeee.name': 'OEEE de la línea',
  'lineOeee.text':
    'Envases buenos de la estación clave como tiempo a la velocidad objetivo, divididos por el tiempo planificado de sus máquinas según el plan de la línea. La suma de las máquinas al lado cuenta todas las máquinas del flujo.',
  'bottleneck.name': 'Cuello de botella',
  'bottleneck.text':
    'La estación que limitó la línea durante la mayor parte del período. La limita mientras una de sus máquinas es el origen de un paro, y mientras marcha y sus vecinas esperan sin que ninguna estación esté parada: entonces es la más lenta.',
}
