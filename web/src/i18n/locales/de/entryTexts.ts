import type { Catalogue } from '../../catalogue.ts'
import { auth } from './auth.ts'
import { shell } from './shell.ts'
import { ui } from './ui.ts'

/** The texts on the pages before the sign-in and in the frame of every page, in German. */
export const entryTexts = { auth, shell, ui } satisfies Partial<Catalogue>
