// How the sections of the documentation are searched, in the browser and in the test of its answers.

/** What a person looks for stands more often in a heading than below it. */
export const searchOptions = {
  fields: ['heading', 'title', 'text'],
  storeFields: ['heading', 'title', 'text', 'address', 'weight'],
  searchOptions: {
    boost: { heading: 4, title: 4 },
    boostDocument: (_id, _term, { weight }) => weight,
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
  },
}
