import { chromium, type Page } from '@playwright/test'
import { manyClient } from './manyMachines.ts'

/** Chromium; closed at the end of the block that uses it. */
export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  })
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() })
}

/** Signs in with an account of the demo, by the form. */
export async function signInByForm(page: Page, url: string, username: string) {
  await page.goto(`${url}/auth/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('packboard')
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** The overview of the many machines. */
export async function openManyCards(page: Page, url: string) {
  await signInByForm(page, url, 'admin')
  await page.getByRole('combobox', { name: 'Select Client:' }).fill(manyClient.name)
  await page.getByRole('option', { name: manyClient.name }).click()
  const main = page.getByRole('main')
  await main.getByRole('link', { name: /Dashboard/ }).click()
  await main.getByRole('link', { name: /^FM-100/ }).waitFor()
}

const shown = 5

type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * The longest tasks of the busiest main thread of a page in a trace, in ms of processor time: on a machine that does other
 * work their wall-clock time would say how long they had to wait.
 */
export function longestTasks(trace: Buffer): number[] {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString())
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const byThread = new Map<string, number[]>()
  for (const { name, pid, tid, tdur, dur } of traceEvents) {
    const thread = `${pid} ${tid}`
    if (!mains.has(thread) || !/RunTask$/.test(name)) continue
    const tasks = byThread.get(thread) ?? []
    byThread.set(thread, tasks)
    tasks.push((tdur ?? dur ?? 0) / 1_000)
  }
  const sum = (tasks: readonly number[]) => tasks.reduce((all, ms) => all + ms, 0)
  const [busiest = []] = [...byThread.values()].sort((a, b) => sum(b) - sum(a))
  return busiest.sort((a, b) => b - a).slice(0, shown)
}
