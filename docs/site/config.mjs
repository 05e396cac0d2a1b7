// How Eleventy makes the documentation; scripts/docs.mjs gives it the pages.
import { slugOf } from './slugOf.mjs'

export function siteConfig(eleventy, { pages, groups }) {
  // Its pages are given to it; `dist`, where they come from and go to, is ignored by git.
  eleventy.setUseGitIgnore(false)
  eleventy.addGlobalData('groups', groups)
  for (const { text, ...page } of pages) {
    eleventy.addTemplate(`docs/site/${page.address}.md`, text, {
      ...page,
      layout: 'page.11ty.js',
      permalink: page.address,
      eleventyExcludeFromCollections: true,
    })
  }
  eleventy.amendLibrary('md', (markdown) => {
    // The documents are Markdown and no HTML; what looks like a tag in them is a text.
    markdown.set({ html: false, linkify: false })
    markdown.core.ruler.push('packboard_slugs', addSlugs)
    Object.assign(markdown.renderer.rules, {
      table_open: () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>',
      table_close: () => '</table></div>',
      fence: (tokens, index) => codeOf(tokens[index]),
    })
  })
  return { markdownTemplateEngine: false, templateFormats: ['md', '11ty.js'] }
}

/** Headings get the names that the repository's own viewer gives them, so that a link works in both. */
function addSlugs({ tokens }) {
  const seen = new Map()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const words = tokens[index + 1].children.map(({ content }) => content).join('')
    const slug = slugOf(words)
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    token.attrSet('id', count === 0 ? slug : `${slug}-${count}`)
  }
}

/** A block that may be wider than the page is reached by keyboard. */
function codeOf({ content }) {
  return `<pre tabindex="0"><code>${escaped(content.replace(/\n$/, ''))}</code></pre>\n`
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)
