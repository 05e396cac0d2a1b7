import { setErrorLogger, setWarningLogger } from 'node-opcua-client'

/** What the library would print. What matters of it reaches the log and the screen as a sentence of our own. */
const silence = () => undefined
setWarningLogger(silence)
setErrorLogger(silence)
