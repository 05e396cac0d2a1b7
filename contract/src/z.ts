import { z } from 'zod'

/**
 * The checks of what crosses the wire. A page may not make code out of text (Content-Security-Policy), and already
 * trying to is reported by the browser: there the checks run without; a server makes them faster that way.
 */
z.config({ jitless: 'document' in globalThis })

export { z }
