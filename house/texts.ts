import { parseSync } from 'vite'

/** A text for a person that stands in a source file instead of the catalogue. */
type LooseText = { readonly line: number; readonly where: string; readonly text: string }

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Attributes, properties and calls whose text a person reads or hears. */
const readByPeople =
  /^(aria-(label|description|roledescription|valuetext)|placeholder|title|label|alt|heading|hint|sub|side|note|text|sentence|description|message|emptyText|nothingFoundMessage|doing|busy|error)$/
const tells = /^(usePageTitle|showToast|CallFailed|alert)$/

/** Names that are the same in every language: the unit, the figure, kinds of files, the product. */
const sameEverywhere = /^(ppm|OEEE|CSV|XLSX|PNG|MB|Packboard)$/

const isText = (text: string) => /\p{L}{2,}/u.test(text) && !sameEverywhere.test(text.trim())

/** Beside properties, where `title: 'daySummary'` is the key of a text: a sentence, or a word with a capital. */
const isSentence = (text: string) => isText(text) && /^\s*\p{Lu}|\p{L}\s\p{L}/u.test(text)

/** The texts of a file that belong in the catalogue. */
export function looseTexts(path: string, code: string): LooseText[] {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: LooseText[] = []
  const add = (node: Node, where: string, text: string) =>
    found.push({
      line: code.slice(0, node.start).split('\n').length,
      where,
      text: text.replaceAll(/\s+/g, ' ').trim(),
    })
  const addAll = (value: unknown, where: string, counts: (text: string) => boolean) => {
    for (const { node, text } of textsIn(value)) if (counts(text)) add(node, where, text)
  }
  const visit = (node: Node) => {
    if (node.type === 'JSXText' && isText(textOf(node.value))) add(node, 'JSX', textOf(node.value))
    if (node.type === 'JSXAttribute' && readByPeople.test(nameOf(node.name))) {
      addAll(node.value, nameOf(node.name), isText)
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of nodes(node.children)) {
        if (child.type === 'JSXExpressionContainer') addAll(child, 'JSX', isText)
      }
    }
    if (node.type === 'Property' && readByPeople.test(nameOf(node.key))) {
      addAll(node.value, `${nameOf(node.key)}:`, isSentence)
    }
    if (/^(Call|New)Expression$/.test(node.type) && tells.test(nameOf(node.callee))) {
      addAll(node.arguments, `${nameOf(node.callee)}()`, isText)
    }
    for (const value of Object.values(node)) {
      if (isNode(value)) visit(value)
      else for (const child of nodes(value)) visit(child)
    }
  }
  for (const statement of nodes(program.body)) visit(statement)
  return found
}

function nameOf(value: unknown): string {
  return isNode(value) ? textOf(value.name ?? value.value) : ''
}

/** The constant texts that an expression may evaluate to; the result of a call is not followed. */
function textsIn(value: unknown): { node: Node; text: string }[] {
  if (Array.isArray(value)) return nodes(value).flatMap(textsIn)
  if (!isNode(value)) return []
  switch (value.type) {
    case 'Literal':
      return typeof value.value === 'string' ? [{ node: value, text: value.value }] : []
    case 'TemplateLiteral':
      return [{ node: value, text: nodes(value.quasis).map(rawOf).join('…') }]
    case 'ConditionalExpression':
      return [...textsIn(value.consequent), ...textsIn(value.alternate)]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return value.type === 'LogicalExpression' || value.operator === '+'
        ? [...textsIn(value.left), ...textsIn(value.right)]
        : []
    case 'ArrayExpression':
      return textsIn(value.elements)
    case 'ArrowFunctionExpression':
      return value.expression === true ? textsIn(value.body) : []
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return textsIn(value.expression)
    default:
      return []
  }
}

function rawOf({ value }: Node): string {
  return typeof value === 'object' && value !== null && 'raw' in value ? textOf(value.raw) : ''
}
