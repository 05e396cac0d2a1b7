/** A page of the documentation: the menu, the document, what is on the page, the pages before and after it. No script stands in it. */
export default function page({ content, title, address, groups, headings, before, next }) {
  const top = '../'.repeat(address.split('/').length - 1)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${text(title)} · Packboard documentation</title>
<link rel="icon" type="image/svg+xml" href="${top}assets/icon.svg">
<link rel="stylesheet" href="${top}assets/colours.css">
<link rel="stylesheet" href="${top}assets/site.css">
<script src="${top}assets/colourScheme.js"></script>
<script type="module" src="${top}assets/site.js" data-top="${top}"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="bar">
<a class="name" href="${top}index.html"><img src="${top}assets/icon.svg" alt="" width="22" height="22">Packboard <span>documentation</span></a>
<form class="search" role="search" hidden>
<input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" aria-controls="found">
<section id="found" class="found" aria-label="Found" hidden></section>
</form>
<button type="button" class="scheme" hidden></button>
</header>
<div class="frame">
<details class="menu"><summary>Pages</summary>${menu(groups, address, top)}</details>
<nav class="side" aria-label="Pages">${menu(groups, address, top)}</nav>
<main id="content" tabindex="-1">
<article class="doc">
${content}
</article>
<nav class="steps" aria-label="Before and next">
${before ? `<a href="${top}${before.page}"><small>Before</small>${text(before.title)}</a>` : '<span></span>'}
${next ? `<a href="${top}${next.page}"><small>Next</small>${text(next.title)}</a>` : '<span></span>'}
</nav>
</main>
<aside class="outline" aria-label="On this page">${outline(headings)}</aside>
</div>
</body>
</html>
`
}

function menu(groups, address, top) {
  return groups.map(({ title, pages }) => groupOf(title, pages)).join('')

  function groupOf(title, pages) {
    const isOpen = pages.some(({ page }) => page === address)
    return `<details${isOpen ? ' open' : ''}><summary>${text(title)}</summary><ul>${pages.map(itemOf).join('')}</ul></details>`
  }
  function itemOf({ title, page }) {
    const here = page === address ? ' aria-current="page"' : ''
    return `<li><a href="${top}${page}"${here}>${text(title)}</a></li>`
  }
}

function outline(headings) {
  if (headings.length < 2) return ''
  const items = headings.map(({ slug, words }) => `<li><a href="#${slug}">${text(words)}</a></li>`)
  return `<h2>On this page</h2><ul>${items.join('')}</ul>`
}

const text = (words) => words.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)
