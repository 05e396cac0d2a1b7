// Makes the documentation site, unless the one that is there comes from exactly these documents.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyOf, docsGroups, searchedSections, sectionsOf, siteText } from './docsPages.mjs'
import { filesBelow, hashOf, root, say } from './steps.mjs'

const out = join(root, 'dist', 'docs')
const mark = join(root, 'dist', '.packboard-docs')

/** What stands in `assets/` of the site, and where it comes from. */
const assets = {
  'icon.svg': 'web/public/icon.svg',
  'colourScheme.js': 'web/public/colourScheme.js',
  'colours.css': 'web/src/theme/colours.css',
  'site.css': 'docs/site/assets/site.css',
  'site.js': 'docs/site/assets/site.js',
  'search.js': 'docs/site/assets/search.js',
  'minisearch.js': 'node_modules/minisearch/dist/es/index.js',
  'inter.woff2': 'node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2',
}

export async function buildDocs() {
  const groups = docsGroups(root)
  const pages = groups.flatMap((group) => group.pages)
  const copies = new Set()
  const texts = textsOf(pages, copies)
  const sources = [
    ...pages.map(({ source }) => join(root, source)),
    ...[...copies, ...Object.values(assets)].map((file) => join(root, file)),
    ...filesBelow(join(root, 'docs/site')),
    ...['buildDocs.mjs', 'docsPages.mjs'].map((name) => join(root, 'scripts', name)),
    join(root, 'package-lock.json'),
  ].filter((path) => existsSync(path))
  const wanted = hashOf([...new Set(sources)])
  if (
    existsSync(join(out, 'index.html')) &&
    existsSync(mark) &&
    readFileSync(mark, 'utf8') === wanted
  )
    return

  say('making the documentation ...')
  rmSync(out, { recursive: true, force: true })
  await write(groups, pages, texts)
  for (const [name, from] of Object.entries(assets)) copy(from, `assets/${name}`)
  for (const file of copies) copy(file, copyOf(file))
  writeFileSync(join(out, 'assets/sections.json'), JSON.stringify(searchedSections(pages)))
  const { packFolder } = await import('../web/pwa/packed.mjs')
  await packFolder(out)
  writeFileSync(mark, wanted)
  say(`dist/docs has ${pages.length} pages; Packboard serves them at /docs`)
}

/** The texts with the links of the site. A link that leads nowhere ends the build. */
function textsOf(pages, copies) {
  const bySource = new Map(pages.map((page) => [page.source, page]))
  const broken = []
  const texts = new Map(
    pages.map((page) => [page.page, siteText(root, page, bySource, { copies, broken })]),
  )
  if (broken.length > 0) throw new Error(`these links lead nowhere:\n${broken.join('\n')}`)
  return texts
}

async function write(groups, pages, texts) {
  const [{ default: Eleventy }, { siteConfig }] = await Promise.all([
    import('@11ty/eleventy'),
    import('../docs/site/config.mjs'),
  ])
  // Its folders are relative to where it runs.
  const before = process.cwd()
  process.chdir(root)
  const given = pages.map(({ page, title, text }, index) => ({
    address: page,
    title,
    text: texts.get(page),
    headings: sectionsOf(text)
      .filter(({ depth }) => depth === 2)
      .map(withoutText),
    before: placeOf(pages[index - 1]),
    next: placeOf(pages[index + 1]),
  }))
  const menu = groups.map(({ title, pages: ofGroup }) => ({ title, pages: ofGroup.map(placeOf) }))
  const site = new Eleventy('docs/site', 'dist/docs', {
    quietMode: true,
    config: (eleventy) => siteConfig(eleventy, { pages: given, groups: menu }),
  })
  try {
    await site.write()
  } finally {
    process.chdir(before)
  }
}

const placeOf = (page) => page && { title: page.title, page: page.page }
const withoutText = ({ words, slug }) => ({ words, slug })

function copy(from, to) {
  mkdirSync(dirname(join(out, to)), { recursive: true })
  cpSync(join(root, from), join(out, to))
}
