import type { RecordMapping } from '@packboard/contract'
import {
  type RecordField,
  type RecordKind,
  recordFields,
  requiredFields,
} from '@packboard/contract/recordFields'
import type { Cell } from './csvRows.ts'
import { knownState } from './knownStates.ts'
import { readNumber, stateOf } from './lineTexts.ts'
import type { TextForm } from './readRows.ts'
import { createTimeReader } from './readTime.ts'

type ColumnType = 'empty' | 'time' | 'number' | 'text'
type Column = {
  readonly name: string
  readonly type: ColumnType
  readonly examples: string[]
}

/** A column with the cells of the first lines that are not empty. */
type Sampled = { readonly name: string; readonly cells: readonly Cell[] }

/** How columns are called in the five languages of the screens, without accents; the first that matches has the column. */
const names: Readonly<Record<RecordField, RegExp>> = {
  time: /^(time(stamp)?|date ?time|datetime|date|at|zeit(stempel|punkt)?|datum( ?\/? ?(uhr)?zeit)?|horodat\w*|date et heure|fecha( y hora)?|marca de tiempo|data( e ora)?|ora|ts)$/,
  raisedAt:
    /^(raised( ?at)?|start(ed)?( ?(at|time))?|begin\w*|time(stamp)?|datetime|date ?time|date|zeit\w*|datum.*|gekommen|kommt|debut|horodat\w*|inicio|fecha.*|inizio|data.*|from|von)$/,
  clearedAt:
    /^(cleared( ?at)?|end(ed)?( ?(at|time))?|ende|gegangen|geht|fin|fine|to|bis|until|reset( ?at)?)$/,
  serialNo:
    /^(serial( ?no| ?number)?|serialno|machine( ?id)?|maschine(nnummer)?|seriennummer|numero de serie|n° de serie|macchina|maquina|matricola)$/,
  seq: /^(seq(uence)?|folge(nummer)?)$/,
  state:
    /^((machine|operating) ?)?(state|status)$|^((betriebs|maschinen|anlagen) ?)?(zustand|status)$|^(etat|statut|estado|stato)( (de la |della )?(machine|maquina|macchina))?$/,
  product:
    /^(product|produkt|artikel|article|item|sku|recipe|rezept|produit|recette|producto|receta|prodotto|ricetta)$/,
  tool: /^(tool|format|werkzeug|outil|herramienta|utensile|formato)$/,
  user: /^(user|operator|bediener|benutzer|operateur|utilisateur|operador|usuario|operatore|utente)$/,
  speed:
    /^(speed|actual ?speed|rate|(ist|maschinen)? ?geschwindigkeit|(ist ?)?takt(e|zahl|leistung)?|leistung|vitesse|cadence|velocidad|velocita|ppm)\b/,
  packs:
    /^(packs?|packages?|pieces|good( (packs|count|pieces))?|(total|pack|piece|product|production)? ?(packs|count(er)?)|quantity|output|production|packungen|(pack|packungs|stuck|gut|gutteil) ?zahler|zahler(stand)?( (gut|gesamt|packungen|stuck))?|gut(teile|stuck|menge|packungen)?( gesamt)?|stuck(e|zahl)?|stk|anzahl|menge|produzierte (packungen|menge|stuck)|paquets|pieces bonnes|compteur( (de )?(paquets|pieces|production))?|quantite( produite)?|nombre de (paquets|pieces)|paquetes|piezas|unidades|contador( (de )?(paquetes|piezas|produccion))?|cantidad( producida)?|pacchi|confezioni|pezzi( (buoni|prodotti))?|contatore( (pezzi|pacchi|confezioni|produzione))?|contapezzi|quantita( prodotta)?)$/,
  batch: /^(batch( ?counter)?|charge(nzahler)?|lot|lote|lotto)$/,
  rejects:
    /^(rejects?|rejected|bad|waste|scrap|(zahler )?(ausschuss|schlecht)(teile|menge|zahler)?|rebuts?|rechazos?|(pezzi )?(scarti|scarto|scartati))$/,
  setSpeed:
    /^(set ?speed|target ?speed|soll(geschwindigkeit)?|vitesse de consigne|consigne|velocidad (de )?consigna|velocita impostata)\b/,
  unitMode: /^(unit ?mode|mode|modus|betriebsart|modo|modalita)$/,
  group:
    /^(alarm ?)?(group|gruppe|category|kategorie|groupe|categorie|grupo|categoria|gruppo|class|klasse|severity|prioritat)$/,
  description:
    /^(description|text|message|alarm( ?text)?|event|beschreibung|meldung(stext)?|ereignis|libelle|descripcion|mensaje|descrizione|messaggio)$/,
  code: /^(code|alarm ?(code|no|number|id)|nummer|number|numero|codigo|codice|id)$/,
  userGroup:
    /^(user ?group|user|group|benutzer(gruppe)?|groupe( d.utilisateurs)?|utilisateur|grupo( de usuarios)?|usuario|gruppo( utenti)?|utente)$/,
  valueBefore:
    /^((value ?)?(before|old)( ?value)?|alter wert|alt|wert (vorher|alt)|(valeur )?avant|ancienne valeur|(valor )?anterior|antes|(valore )?(precedente|prima))$/,
  valueAfter:
    /^((value ?)?(after|new)( ?value)?|neuer wert|neu|wert (nachher|neu)|(valeur )?apres|nouvelle valeur|(valor )?nuevo|despues|(valore )?(nuovo|dopo))$/,
}

const plainName = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[_.-]+/g, ' ')
    .replaceAll(/[([].*$/g, '')
    .trim()

const clockOnly = /^\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?$|^(1899|1900)-\d\d-\d\dT\d/
/** Share of the cells that a type must fit: real files have some that are broken. */
const most = 0.9

/** The columns of a file with their types, and the mapping that the first lines suggest. */
export function guessMapping(options: {
  readonly form: TextForm
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly zone: string
  readonly kind?: RecordKind | undefined
}): { columns: Column[]; mapping: RecordMapping; isAmbiguous: boolean } {
  const { form, columns, rows, zone } = options
  const sampled = columns.map((name, index): Sampled => {
    const cells = rows.map((row) => row[index] ?? null)
    return { name, cells: cells.filter((cell) => cell !== null && String(cell).trim() !== '') }
  })
  const decimal = decimalOf(sampled, form.separator)
  const { timeForm, times, isAmbiguous } = timesOf(sampled)
  const isTime = (column: Sampled) => times.includes(column)
  const isNumeric = (column: Sampled) =>
    !isTime(column) && fits(column, (cell) => readNumber(cell, decimal) !== undefined)

  const kind = options.kind ?? kindOf(sampled)
  const mapped: Partial<Record<RecordField, string>> = {}
  const taken = new Set<string>()
  for (const field of recordFields[kind]) {
    const column = sampled.find((one) => {
      if (taken.has(one.name) || !names[field].test(plainName(one.name))) return false
      if (field === 'time' || field === 'raisedAt' || field === 'clearedAt') {
        return isTime(one) || (one.cells.length === 0 && field === 'clearedAt')
      }
      return !isTime(one)
    })
    if (!column) continue
    mapped[field] = column.name
    taken.add(column.name)
  }
  if (kind === 'sample' && mapped.state === undefined) {
    const column = sampled.find(
      (one) => !taken.has(one.name) && !isNumeric(one) && !isTime(one) && fits(one, isState),
    )
    if (column) mapped.state = column.name
  }
  const mainTime: RecordField = kind === 'alarm' ? 'raisedAt' : 'time'
  const otherTime = times.find(({ name }) => !taken.has(name))
  if (mapped[mainTime] === undefined && otherTime) mapped[mainTime] = otherTime.name
  const clock = clockOf(sampled, mapped[mainTime])

  const speed = mapped.speed ?? mapped.setSpeed ?? ''
  return {
    columns: sampled.map(
      (column): Column => ({
        name: column.name,
        type:
          column.cells.length === 0
            ? 'empty'
            : isTime(column)
              ? 'time'
              : isNumeric(column)
                ? 'number'
                : 'text',
        examples: [...new Set(column.cells.map((cell) => String(cell).slice(0, 64)))].slice(0, 3),
      }),
    ),
    mapping: {
      ...{ kind, ...form, zone, timeForm, decimal, clock },
      speedUnit: unitOf(speed),
      ...{ factors: {}, columns: mapped, fixed: {} },
      states: kind === 'sample' ? statesOf(sampled.find(({ name }) => name === mapped.state)) : {},
    },
    isAmbiguous,
  }
}

/** Up to 50 words of the state column that are no state. */
export function unknownStates(
  mapping: RecordMapping,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): string[] {
  const place = columns.indexOf(mapping.columns.state ?? '')
  if (mapping.kind !== 'sample' || place < 0) return []
  const states = new Map(
    Object.entries(mapping.states).map(([word, state]) => [word.trim().toLowerCase(), state]),
  )
  const words = new Set(rows.map((row) => String(row[place] ?? '').trim()))
  return [...words]
    .filter((word) => word !== '' && word.length <= 64 && stateOf(word, states) === undefined)
    .slice(0, 50)
}

const noWords: ReadonlyMap<string, string> = new Map()
const isState = (cell: Cell) => {
  const text = String(cell).trim()
  return stateOf(text, noWords) !== undefined || knownState(text) !== undefined
}

/** The words of a column that are no state and have a usual meaning. */
function statesOf(column: Sampled | undefined): RecordMapping['states'] {
  const words = new Set(column?.cells.map((cell) => String(cell).trim()))
  const known = [...words].flatMap((word): [string, string][] => {
    const isUnknown = word.length <= 64 && stateOf(word, noWords) === undefined
    const state = isUnknown ? knownState(word) : undefined
    return state === undefined ? [] : [[word, state]]
  })
  return Object.fromEntries(known.slice(0, 200))
}

function fits({ cells }: Sampled, isOne: (cell: Cell) => boolean): boolean {
  return cells.length > 0 && cells.filter(isOne).length >= most * cells.length
}

function timesOf(columns: readonly Sampled[]) {
  const readable = (form: RecordMapping['timeForm']) => {
    const read = createTimeReader({ form, zone: 'UTC' })
    return (cell: Cell) => read(cell) !== 'time'
  }
  const iso = columns.filter((column) => fits(column, readable('iso')))
  if (iso.length > 0) return { timeForm: 'iso', times: iso, isAmbiguous: false } as const
  const day = readable('dayFirst')
  const month = readable('monthFirst')
  const dated = columns.filter((column) => fits(column, day) || fits(column, month))
  if (dated.length > 0) {
    const count = (isOne: (cell: Cell) => boolean) =>
      dated.reduce((sum, { cells }) => sum + cells.filter(isOne).length, 0)
    const [days, months] = [count(day), count(month)]
    const timeForm = months > days ? 'monthFirst' : 'dayFirst'
    return { timeForm, times: dated, isAmbiguous: days === months } as const
  }
  const between = (least: number, mostOf: number) => (cell: Cell) => {
    const number = readNumber(cell, '.')
    return number !== undefined && number >= least && number < mostOf
  }
  // Between 2001 and 2065: a counter of packs rarely is.
  const named = columns.filter(
    ({ name }) => names.time.test(plainName(name)) || names.raisedAt.test(plainName(name)),
  )
  const ms = named.filter((column) => fits(column, between(1e12, 3e12)))
  if (ms.length > 0)
    return { timeForm: 'epochMilliseconds', times: ms, isAmbiguous: false } as const
  const seconds = named.filter((column) => fits(column, between(1e9, 3e9)))
  const timeForm = seconds.length > 0 ? 'epochSeconds' : 'iso'
  return { timeForm, times: seconds, isAmbiguous: false } as const
}

function decimalOf(columns: readonly Sampled[], separator: string): '.' | ',' {
  let commas = 0
  let points = 0
  for (const { cells } of columns) {
    for (const cell of cells) {
      if (typeof cell !== 'string') continue
      const text = cell.trim()
      if (/^-?\d+,\d{1,2}$|^-?\d+,\d{4,}$|^-?0,\d+$|^-?\d{1,3}(\.\d{3})+,\d+$/.test(text)) commas++
      if (/^-?\d+\.\d{1,2}$|^-?\d+\.\d{4,}$|^-?0\.\d+$|^-?\d{1,3}(,\d{3})+\.\d+$/.test(text))
        points++
    }
  }
  if (commas !== points) return commas > points ? ',' : '.'
  // Where a comma separates cells it is no decimal mark; the countries that write one separate by semicolons.
  const groups = columns.some(({ cells }) =>
    cells.some((cell) => typeof cell === 'string' && /^\d{1,3},\d{3}$/.test(cell.trim())),
  )
  return separator === ';' && groups ? ',' : '.'
}

function kindOf(columns: readonly Sampled[]): RecordKind {
  const said = columns.find(({ name }) => plainName(name) === 'kind')?.cells[0]
  if (said === 'sample' || said === 'alarm' || said === 'audit') return said
  const has = (field: RecordField) => columns.some(({ name }) => names[field].test(plainName(name)))
  if (has('valueBefore') && has('valueAfter')) return 'audit'
  if (has('state') || has('packs') || has('speed')) return 'sample'
  return requiredFields.alarm.every((field) => has(field)) ? 'alarm' : 'sample'
}

/** The column with the time of day, where the one with the time holds only days. */
function clockOf(columns: readonly Sampled[], time: string | undefined): string | null {
  const day = columns.find(({ name }) => name === time)
  if (!day || day.cells.some((cell) => /[1-9]/.test(timePart(cell)))) return null
  const clock = columns.find((column) =>
    fits(column, (cell) => clockOnly.test(String(cell).trim())),
  )
  return clock && clock.name !== time ? clock.name : null
}

const timePart = (cell: Cell) => String(cell).split(/[T\s]/)[1] ?? ''

function unitOf(name: string): RecordMapping['speedUnit'] {
  if (/\/ ?(h|std|st)\b|per ?hour|pro stunde|par heure|por hora|all.ora|\bph\b/i.test(name))
    return 'perHour'
  if (/\/ ?s(ec|ek)?\b|per ?second|pro sekunde|par seconde|por segundo|al secondo/i.test(name)) {
    return 'perSecond'
  }
  return 'perMinute'
}
