import { z } from 'zod'

/**
 * The schemas of the wire, with zod's generated code only on a server, where it makes them faster. A page may not make
 * code out of text (Content-Security-Policy), and the browser reports the attempt.
 */
z.config({ jitless: 'document' in globalThis })

export { z }
