import { readFile } from 'node:fs/promises'
import { demoMachineTypes } from './demoData.ts'

/** The URL prefix of the pictures of machine types. */
export const imageBase = '/api/images/'
/** The drawing of a machine type that was added without a picture. */
export const defaultImage = `${imageBase}machine.png`

const shipped: ReadonlySet<string> = new Set([
  ...demoMachineTypes.map(({ image }) => image),
  'machine.png',
])

/** A picture of a machine type that comes with Packboard; undefined for any other name. */
export async function demoImage(
  name: string,
): Promise<{ type: 'image/png'; bytes: Buffer } | undefined> {
  if (!shipped.has(name)) return undefined
  const bytes = await readFile(new URL(`./images/${name}`, import.meta.url))
  return { type: 'image/png', bytes }
}
