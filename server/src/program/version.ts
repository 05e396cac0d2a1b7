import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

const release = z.object({ version: z.string(), commit: z.string() })
const clone = z.object({ version: z.string() })

type Version = { readonly version: string; readonly commit: string | null }

/** Which version a folder holds: a release brings the commit it was made of, a clone only what its package says. */
export function readVersion(folder: URL): Version {
  const file = new URL('release.json', folder)
  if (existsSync(file)) return release.parse(json(file))
  return { ...clone.parse(json(new URL('package.json', folder))), commit: null }
}

/** Which version runs here. */
export const thisVersion = readVersion(new URL('../../../', import.meta.url))

function json(file: URL): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
