/** A document and the page that is made of it. */
export type DocsPage = {
  readonly source: string
  readonly page: string
  readonly title: string
  readonly text: string
}

export type DocsGroup = {
  readonly title: string
  readonly pages: readonly DocsPage[]
}

export declare function docsGroups(root: string): DocsGroup[]

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
