import { recordFileLimits } from '@packboard/model'
import { SaxesParser } from 'saxes'
import { FileFault } from './fileFault.ts'

/** Names are without their prefix: `x:row` is `row`. */
export type XmlHandlers = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Characters of a text, a tag or a comment, which the parser holds until its end. */
const longestToken = 2_000_000
/** Elements within one another; those of a workbook are fewer than ten. */
const deepest = 64

/** Counts the elements of all parts of one workbook. */
export function elementCounter() {
  let count = 0
  return () => {
    count += 1
    if (count > recordFileLimits.elements) throw new FileFault('tooManyElements')
  }
}

/**
 * Reads XML as it is unpacked, element by element, and keeps nothing of it. A document type, which is what entities are declared in, is
 * refused: no entity is expanded and no other file is read.
 */
export async function readXml(
  pieces: AsyncIterable<Buffer>,
  count: () => void,
  { open, close, text }: XmlHandlers,
): Promise<void> {
  const parser = new SaxesParser()
  let sinceEvent = 0
  let depth = 0
  parser.on('doctype', () => {
    throw new FileFault('unreadable')
  })
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0
    depth += 1
    if (depth > deepest) throw new FileFault('unreadable')
    count()
    open(withoutPrefix(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0
    depth -= 1
    close?.(withoutPrefix(name))
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  const decoder = new TextDecoder()
  const write = (characters: string) => {
    sinceEvent += characters.length
    if (sinceEvent > longestToken) throw new FileFault('tooLarge')
    try {
      parser.write(characters)
    } catch (error) {
      throw error instanceof FileFault ? error : new FileFault('unreadable', { cause: error })
    }
  }
  for await (const piece of pieces) write(decoder.decode(piece, { stream: true }))
  write(decoder.decode())
  try {
    parser.close()
  } catch (error) {
    throw new FileFault('unreadable', { cause: error })
  }
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)
