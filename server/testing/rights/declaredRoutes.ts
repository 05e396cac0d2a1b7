import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RoutePolicy } from '../../src/access/declare.ts'
import { type AppDeps, createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { capturedLog } from '../capturedLog.ts'
import { listenForRoutes } from '../listenForRoutes.ts'

export type DeclaredRoute = {
  readonly method: string
  readonly path: string
  readonly policy: RoutePolicy
}

/** The place of everything that only an answered call would use: no call is made. */
const unused: object = new Proxy(() => unused, {
  get: (_target, name) => (name === 'then' ? undefined : unused),
})

/**
 * Every route of a whole server, and of a process that holds a cell, with the policy that it declares, each once and in the
 * order of their declaration. HEAD is GET without the body and is left out. No store is opened.
 */
export async function declaredRoutes(): Promise<readonly DeclaredRoute[]> {
  const folder = await mkdtemp(join(tmpdir(), 'packboard-routes-'))
  await writeFile(join(folder, 'index.html'), '')
  const heard = listenForRoutes()
  const known = {
    config: readConfig({ PACKBOARD_DATA: folder }),
    log: capturedLog().log,
    env: {},
    now: Date.now,
    webDir: folder,
    docsDir: folder,
    cluster: undefined,
    cell: undefined,
    certificate: undefined,
  }
  const depsOf = (more: object): AppDeps => {
    const deps = { ...known, ...more }
    return new Proxy(Object.create(null), {
      get: (_target, name) => (name in deps ? Reflect.get(deps, name) : unused),
    })
  }
  for (const more of [{}, { cell: { id: 1 }, cluster: { secret: '' } }]) {
    const app = await createApp(depsOf(more))
    await app.ready()
    await app.close()
  }
  heard.end()
  await rm(folder, { recursive: true })
  const declared = new Map<string, DeclaredRoute>()
  for (const { method, path, policy } of heard.routes()) {
    if (policy && method !== 'HEAD') declared.set(`${method} ${path}`, { method, path, policy })
  }
  return [...declared.values()]
}
