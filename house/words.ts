import { parseSync } from 'vite'

/** Words that no identifier contains, each as the words of a camelCase name. */
const retiredNames = [
  'told',
  'untold',
  'asked',
  'turnstile',
  'take away',
  'takes away',
  'telemetry room',
  'mail room',
  'post office',
  'put up guard',
  'pack answers',
  'speak plainly',
  'machines live',
  'personal data',
  'reception',
  'receptions',
  'kept aside',
  'put aside',
  'keep aside',
  'housework',
  'door',
  'doors',
  'somebody',
  'whoever',
]

/** Fields of calls that are to be called so: the wire is fixed, and such a word stops there (D2). */
const wireNames = new Set(['door'])

/** Words that no comment contains: each has a standard term, which CONTRIBUTING names. */
const retiredProse =
  /\b(told|untold|tells?|asked|whoever|somebody|anybody|turnstile|kept[\s*]+aside|put(?:s|ting)?[\s*]+aside|keeps?[\s*]+aside|tak(?:e|es|en|ing)[\s*]+away|the[\s*]+doors?|knocks?)\b/gi

/** The name in small words: `machinesAsked` is `machines asked`. */
const wordsOf = (name: string) =>
  ` ${name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_$#]/g, ' ')
    .toLowerCase()} `

/** Each retired word in the identifiers and comments of a source, with its line. */
export function retiredIn(path: string, code: string): { line: number; word: string }[] {
  const { program, comments, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const lineAt = (index: number) => code.slice(0, index).split('\n').length
  const found = new Map<string, { line: number; word: string }>()
  const add = (start: number, word: string) =>
    found.set(`${start} ${word}`, { line: lineAt(start), word })
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child)
    if (!isNode(node)) return
    const isName = /Identifier$/.test(node.type) && typeof node.name === 'string'
    if (isName && typeof node.name === 'string' && !wireNames.has(node.name)) {
      const words = wordsOf(node.name)
      for (const word of retiredNames) if (words.includes(` ${word} `)) add(node.start, word)
    }
    for (const value of Object.values(node)) visit(value)
  }
  visit(program.body)
  for (const { start, value } of comments) {
    for (const match of value.matchAll(retiredProse)) {
      // The words of a comment that is broken in two lines stand beside each other.
      add(start + 2 + match.index, match[0].toLowerCase().replace(/\s*\n\s*\*?\s*|\s+/g, ' '))
    }
  }
  return [...found.values()]
}

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value &&
  typeof value.start === 'number'
