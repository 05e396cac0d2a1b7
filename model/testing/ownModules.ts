import { afterAll, vi } from 'vitest'

/**
 * The files that a worker runs share the packages and, in web, the DOM, whose loading took up to half of the time. Our own
 * modules are loaded anew for each file: what one keeps (a session, a language, a toast, a mock) is unknown to the next.
 */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})
