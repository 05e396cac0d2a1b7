import type { en } from './locales/en/en.ts'

/** A folder of screens whose texts stand together in one file per language. */
export type Feature = keyof typeof en

/** The same texts in another language: one that is missing or too many does not compile. */
export type Translation<English> = { readonly [Key in keyof English]: string }

/** All texts of a language. */
export type Catalogue = { readonly [Name in Feature]: Translation<(typeof en)[Name]> }
