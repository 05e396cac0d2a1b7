import type { Options } from 'minisearch'
import type { SearchedSection } from '../../../scripts/docsPages.mjs'

/** How the sections of the documentation are searched. */
export declare const searchOptions: Options<SearchedSection>
