/** A document and the page that is made of it. */
export type DocsPage = {
  readonly source: string
  readonly page: string
  readonly title: string
  readonly text: string
  /** How much what the search finds in it counts. */
  readonly weight: number
}

export type DocsGroup = {
  readonly title: string
  readonly pages: readonly DocsPage[]
}

export declare function docsGroups(root: string): DocsGroup[]

export type SearchedSection = {
  readonly id: number
  readonly title: string
  readonly heading: string
  readonly text: string
  readonly address: string
  readonly weight: number
}

/** Each section of each page, for the search. */
export declare function searchedSections(pages: readonly DocsPage[]): SearchedSection[]

/** Headings of a document that can be linked to. */
export declare function anchorsOf(text: string): Set<string>

/** The text of a page for the site, its links changed to those of the site. */
export declare function siteText(
  root: string,
  page: DocsPage,
  bySource: ReadonlyMap<string, DocsPage>,
  found: { readonly copies: Set<string>; readonly broken: string[] },
): string

/** Where the list of the letters is. */
export declare const lettersPage: string

/** Where the copy of a file of the repository is. */
export declare function copyOf(file: string): string

export type DocsSection = {
  readonly depth: number
  readonly words: string
  readonly slug: string
  readonly text: string
}

/** The document in pieces: each heading with the words below it. */
export declare function sectionsOf(text: string): DocsSection[]
