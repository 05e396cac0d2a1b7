// The pages of the documentation site: which documents it has, under which addresses, and what their links become.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { slugOf } from '../docs/site/slugOf.mjs'

const documentsIn = (folder, names) => names.map((name) => `docs/${folder}/${name}.md`)
const operations = documentsIn('operations', [
  ...['README', 'install', 'settings', 'servers', 'backup', 'upgrade', 'monitoring', 'data'],
])

/**
 * What the site is in the order of its menu. Every document of `docs/` is in one of these; the letters are found by themselves.
 * What the search finds counts by the weight of its group, and by `weights` of some of its documents in place of it: a person
 * who searches wants to use, connect or run Packboard, and only then to know why it is built so.
 */
const groups = [
  { title: 'Packboard', sources: ['README.md', 'docs/comparison.md'], weight: 0.6 },
  {
    title: 'Manual',
    weight: 3,
    // Set up once, by few.
    weights: { 'docs/manual/company-sign-in.md': 1.5 },
    sources: documentsIn('manual', [
      ...[
        'README',
        'sign-in',
        'second-factor',
        'overview',
        'shift',
        'line',
        'timeline',
        'compare',
        'losses',
        'production',
        'figures',
        'records',
        'wall',
      ],
      ...[
        'day-summary',
        'export',
        'panel',
        'products',
        'company-sign-in',
        'plan',
        'operator',
        'alerts',
        'reports',
        'stop-book',
        'import-files',
        'programs',
        'keyboard',
        'app',
      ],
    ]),
  },
  {
    title: 'Connect machines',
    weight: 1.5,
    // Where connecting begins.
    weights: {
      ...{ 'docs/manual/connect.md': 4, 'docs/manual/send-records.md': 3 },
      ...{ 'docs/manual/connect-broker.md': 0.2, 'docs/webhooks.md': 0.2 },
    },
    sources: documentsIn('manual', [
      'connect',
      'send-records',
      'connect-packml',
      'connect-sparkplug',
      'connect-opcua',
      'connect-broker',
      'edge',
      'data-sources',
    ]).concat('docs/programmers.md', 'docs/webhooks.md'),
  },
  {
    title: 'Figures and words',
    weight: 1,
    sources: ['docs/figures.md', 'docs/alerts.md', 'docs/glossary.md', 'docs/languages.md'],
  },
  {
    title: 'Run it',
    weight: 1,
    weights: {
      ...Object.fromEntries(operations.map((source) => [source, 2])),
      ...{ 'docs/firewall.md': 3, 'docs/performance.md': 0.5, 'CHANGELOG.md': 0.3 },
    },
    sources: [
      ...operations,
      ...['docs/offline.md', 'docs/containers.md', 'docs/firewall.md'],
      ...[
        'docs/security.md',
        'docs/audit-chain.md',
        'docs/compliance.md',
        'docs/scale.md',
        'docs/performance.md',
      ],
      ...['CHANGELOG.md', 'SECURITY.md'],
    ],
  },
  {
    title: 'How it is built',
    weight: 0.4,
    sources: [
      ...['docs/architecture.md', 'CONTRIBUTING.md', 'docs/rules/README.md'],
      ...['docs/rules/decisions.md', 'docs/rules/specification.md', 'docs/rules/trust.md'],
      ...['docs/rules/faults.md', 'docs/rules/sparkplug.md'],
      ...['plant/README.md', 'ingest/src/connectors/README.md', 'engines/README.md'],
      'docs/measurements.md',
    ],
  },
]

const letters = 'docs/decisions'
const weightOfLetters = 0.3
/** The list of the letters. */
export const lettersPage = 'decisions/index.html'

/** Where the copy of a file of the repository is: a picture as it is, any other as text, which a browser shows. */
export const copyOf = (file) => `files/${file}${/\.(webp|png|svg)$/.test(file) ? '' : '.txt'}`

/** Groups with their pages: the file, the page that is made of it, and its title. */
export function docsGroups(root) {
  const known = groups.map(({ title, sources, weight, weights = {} }) => ({
    title,
    pages: sources
      .filter((source) => existsSync(join(root, source)))
      .map((source) => pageOf(root, source, weights[source] ?? weight)),
  }))
  const ofLetters = readdirSync(join(root, letters))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => pageOf(root, `${letters}/${name}`, weightOfLetters))
  return [...known, { title: 'Decision letters', pages: [listOfLetters(ofLetters), ...ofLetters] }]
}

function listOfLetters(letters) {
  const lines = letters.map(({ title, source }) => `- [${title}](${source.split('/').at(-1)})`)
  const head =
    'One page for each decision that a newcomer would ask about. Letters are superseded, never rewritten.'
  return {
    source: 'docs/decisions/README.md',
    page: lettersPage,
    title: 'Decision letters',
    weight: weightOfLetters,
    text: `# Decision letters\n\n${head}\n\n${lines.join('\n')}\n`,
  }
}

function pageOf(root, source, weight) {
  const text = readFileSync(join(root, source), 'utf8')
  const title = sectionsOf(text)[0]?.words ?? source
  return { source, page: addressOf(source), title, text, weight }
}

/** `docs/manual/README.md` is `manual/index.html`; what is not below `docs/` is below `repository/`. The first page is README's. */
function addressOf(source) {
  if (source === 'README.md') return 'index.html'
  const short = source.startsWith('docs/') ? source.slice('docs/'.length) : `repository/${source}`
  return short
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .replace(/\.md$/, '.html')
    .toLowerCase()
}

/** Each section of each page, for the search. */
export function searchedSections(pages) {
  return pages
    .flatMap(({ page, title, text, weight }) =>
      sectionsOf(text).map(({ depth, words, slug, text: below }) => ({
        title,
        heading: words,
        text: below,
        address: depth === 1 ? page : `${page}#${slug}`,
        weight,
      })),
    )
    .map((section, id) => ({ id, ...section }))
}

/** Headings of a document that can be linked to. */
export function anchorsOf(text) {
  return new Set(sectionsOf(text).map(({ slug }) => slug))
}

/** The document in pieces: each heading with its depth, its name in an address, and the words below it. */
export function sectionsOf(text) {
  const seen = new Map()
  const sections = []
  let inCode = false
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) inCode = !inCode
    const heading = inCode ? null : /^(#{1,6}) (.+)$/.exec(line)
    if (heading === null) {
      sections.at(-1)?.lines.push(line)
      continue
    }
    const words = plain(heading[2])
    const slug = slugOf(words)
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    sections.push({
      depth: heading[1].length,
      words,
      slug: count === 0 ? slug : `${slug}-${count}`,
      lines: [],
    })
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: plain(lines.join('\n')) }))
}

/** What a person reads of Markdown. */
function plain(markdown) {
  return markdown
    .replace(/^\[\d+\]: .*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(```|~~~).*$/gm, '')
    .replace(/^[\s|:-]+$/gm, '')
    .replace(/`/g, '')
    .replace(/\||\*\*|^#+ |^\s*[-*] /gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
/**
 * The text of a page for the site. A link to another page leads there; one to a file of the repository leads to a copy of it, whose path is given to
 * `copies`; what leads nowhere is given to `broken`.
 */
export function siteText(root, { source, page, text }, bySource, { copies, broken }) {
  const code = /(^(?:```|~~~)[\s\S]*?^(?:```|~~~)|`[^`\n]+`)/gm
  return text
    .split(code)
    .map((piece, index) => (index % 2 === 1 ? piece : linksIn(piece)))
    .join('')

  function linksIn(prose) {
    return prose.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, picture, words, target) => {
      if (/^[a-z]+:/.test(target)) return whole
      const [path, hash] = target.split('#', 2)
      const file = path === '' ? source : posix.normalize(join(dirname(source), path))
      const found = pageAt(file)
      if (found) {
        if (hash && !anchorsOf(found.text).has(hash)) broken.push(`${source}: ${target}`)
        return `[${words}](${path === '' ? '' : from(found.page)}${hash ? `#${hash}` : ''})`
      }
      if (file === `${letters}/` || file === letters) return `[${words}](${from(lettersPage)})`
      const on = join(root, file)
      if (!existsSync(on) || statSync(on).isDirectory()) {
        broken.push(`${source}: ${target}`)
        return words
      }
      copies.add(file)
      return `${picture}[${words}](${from(copyOf(file))})`
    })
  }

  /** Addresses are relative, so that the site works below any path. */
  function from(target) {
    return posix.relative(posix.dirname(page), target)
  }

  function pageAt(file) {
    return bySource.get(file) ?? bySource.get(`${file.replace(/\/$/, '')}/README.md`)
  }
}
