// Builds the screens and the documentation in a process of its own, so that something else can run beside it.
import { buildDocs } from './buildDocs.mjs'
import { buildScreens } from './steps.mjs'

buildScreens()
await buildDocs()
