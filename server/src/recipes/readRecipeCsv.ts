import type { RecipeChange } from '@packboard/management'
import { CsvError, parse } from 'csv-parse/sync'
import {
  fieldProblem,
  isRecipeField,
  productField,
  type RecipeFieldName,
  recipeFieldNames,
  recipeFields,
  yesOrNo,
} from './recipesWire.ts'

/** A line that cannot be taken, by its number in the file, and why. */
type RefusedLine = { readonly line: number; readonly message: string }

type Line = { readonly line: number; readonly cells: readonly string[] }
type Cell = string | number | boolean | null

/** More products than any factory makes, and than one import takes (D55). */
export const mostProducts = 5_000
/** More characters than a line of the form can need. */
const longestLine = 20_000

/**
 * Reads products out of a CSV text. Its first line names the fields, in any order; a field that it leaves out stays as it
 * is, an empty cell means unknown. Numbers are decimal numbers with a point. Comma or semicolon, whichever the first line
 * has. A line that cannot be taken is told with its number; the caller then takes none.
 */
export function readRecipeCsv(text: string): { changes: RecipeChange[]; refused: RefusedLine[] } {
  const changes: RecipeChange[] = []
  const refused: RefusedLine[] = []
  const lines = readLines(text, refused)
  const [head, ...rest] = lines
  if (head === undefined) {
    if (refused.length === 0)
      refused.push({ line: 1, message: 'There is no line with field names.' })
    return { changes, refused }
  }
  const fields = readFields(head, refused)
  if (fields === undefined) return { changes, refused }
  if (rest.length > mostProducts) {
    const message = `One import takes ${mostProducts} products.`
    refused.push({ line: rest[mostProducts]?.line ?? 0, message })
    return { changes, refused }
  }
  const seen = new Map<string, number>()
  for (const line of rest) {
    const read = readLine(line, fields)
    const first = typeof read === 'string' ? undefined : seen.get(read.product)
    if (typeof read === 'string') refused.push({ line: line.line, message: read })
    else if (first !== undefined) {
      refused.push({ line: line.line, message: `${read.product} is on line ${first} already.` })
    } else {
      seen.set(read.product, line.line)
      changes.push(read)
    }
  }
  return { changes, refused: refused.sort((a, b) => a.line - b.line) }
}

/** The cells of each line that is not empty, up to where the text stops being CSV. */
function readLines(text: string, refused: RefusedLine[]): Line[] {
  const lines: Line[] = []
  const firstLine = text.slice(0, Math.max(0, text.search(/\r|\n|$/)))
  try {
    parse(text, {
      bom: true,
      delimiter: firstLine.includes(';') && !firstLine.includes(',') ? ';' : ',',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: longestLine,
      on_record(cells: string[], { lines: line }) {
        lines.push({ line, cells })
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = lineOf(error) ?? lines.length + 1
    refused.push({ line, message: csvProblem(error.code) })
  }
  return lines
}

function lineOf({ lines }: CsvError): number | undefined {
  return typeof lines === 'number' ? lines : undefined
}

function csvProblem(code: string): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return `A line has at most ${longestLine} characters.`
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark opens and never closes.'
  return 'A quotation mark stands where none can be.'
}

function readFields(head: Line, refused: RefusedLine[]): RecipeFieldName[] | undefined {
  const names = head.cells.map((cell) => cell.trim())
  const refuse = (message: string) => {
    refused.push({ line: head.line, message })
    return undefined
  }
  const fields: RecipeFieldName[] = []
  for (const name of names) {
    if (!isRecipeField(name)) {
      return refuse(
        `There is no field "${name.slice(0, 64)}"; there are ${recipeFieldNames.join(', ')}.`,
      )
    }
    if (fields.includes(name)) return refuse(`The field ${name} is there twice.`)
    fields.push(name)
  }
  return fields.includes(productField) ? fields : refuse(`The field ${productField} is missing.`)
}

/** One product, or why its line cannot be taken. */
function readLine({ cells }: Line, fields: readonly RecipeFieldName[]): RecipeChange | string {
  if (cells.length !== fields.length) {
    return `This line has ${cells.length} cells; the first line has ${fields.length}.`
  }
  const told: [string, Cell][] = []
  let product = ''
  for (const [i, name] of fields.entries()) {
    const cell = cells[i] ?? ''
    const value = readCell(name, cell)
    if (value === undefined) return `${name}: "${cell.slice(0, 64)}" is not ${wanted(name)}.`
    const problem = fieldProblem(name, value)
    if (problem !== undefined) return `${name}: ${problem}`
    if (name === productField) product = cell
    else told.push([recipeFields[name], value])
  }
  return { ...Object.fromEntries(told), product }
}

const wanted = (name: RecipeFieldName) => {
  if (name === productField) return 'the name of a product'
  return yesOrNo.has(name) ? 'true or false' : 'a decimal number'
}

/** A name of blanks would be seen by nobody, and the store takes no NUL. */
const noName = /^\s*$|\p{Cc}/u

function readCell(name: RecipeFieldName, cell: string): Cell | undefined {
  if (name === productField) return noName.test(cell) ? undefined : cell
  const text = cell.trim()
  if (text === '') return null
  if (yesOrNo.has(name)) {
    if (/^(true|1)$/i.test(text)) return true
    return /^(false|0)$/i.test(text) ? false : undefined
  }
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined
}
