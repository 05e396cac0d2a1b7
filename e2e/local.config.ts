import base from './playwright.config.ts'

const { globalSetup: _, ...rest } = base
export default { ...rest, workers: 3, timeout: 300_000, expect: { timeout: 60_000 } }
