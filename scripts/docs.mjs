// `npm run docs`: makes the documentation site of docs/ in dist/docs. It is plain files with relative addresses and a search that needs no server:
// Packboard serves it at /docs, and any other web server serves it below any path.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildDocs } from './buildDocs.mjs'
import { installPackages, root } from './steps.mjs'

await installPackages()
if (existsSync(join(root, 'dist/docs'))) rmSync(join(root, 'dist/docs'), { recursive: true })
await buildDocs()
