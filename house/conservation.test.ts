import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from './sources.ts'

const root = join(import.meta.dirname, '..')

/** It measures memory, and what counts would be measured, too. */
const exempt = ['ingest/src/heldMemory.test.ts']

/** Tests that open an ingest without `ingest/testing/conserved.ts`, so that nobody adds up what came of its records. */
const uncounted = (files: readonly { readonly path: string; readonly content: string }[]) =>
  files
    .filter(({ content }) =>
      /import \{[^}]*\b(?<!type )(openIngest|startIngest|createPipeline)\b[^}]*\} from '[^']*(startIngest|pipeline)\.ts'/.test(
        content,
      ),
    )
    .map(({ path }) => path)
    .filter((path) => !exempt.includes(path))

test('every test of ingest adds up what came of its records', () => {
  const files = filesBelow(root)
    .filter(
      (path) =>
        path.startsWith('ingest/') &&
        (path.endsWith('.test.ts') || path.startsWith('ingest/testing/')) &&
        path !== 'ingest/testing/conserved.ts',
    )
    .map((path) => ({ path, content: readFileSync(join(root, path), 'utf8') }))
  expect(files.length).toBeGreaterThan(20)
  expect(uncounted(files)).toEqual([])
  const content = `import { type Ingest, openIngest } from '../startIngest.ts'`
  expect(uncounted([{ path: 'ingest/src/a.test.ts', content }])).toHaveLength(1)
})
