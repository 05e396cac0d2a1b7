import type { Translation } from '@packboard/model'
import type { en } from './locales/en/en.ts'

/** A folder of screens whose texts stand together in one file per language. */
export type Feature = keyof typeof en

export type { Translation }

/** All texts of a language. */
export type Catalogue = { readonly [Name in Feature]: Translation<(typeof en)[Name]> }
