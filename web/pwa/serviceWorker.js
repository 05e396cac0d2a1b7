/**
 * Caches the shell of the screens for use without a server: the offline page, and the files of one build, whose
 * names change with their content. Answers of the server are never cached and never served from here: an old figure must
 * not look like a live one.
 */
const build = '__BUILD__'
const files = ['__FILES__']
const shell = ['/offline.html', '/offline.js', '/icon.svg']

const prefix = 'packboard-'
const cacheName = prefix + build
/** A connection that is silent for this long counts as lost. */
const patienceMs = 20_000

self.addEventListener('install', (event) => {
  event.waitUntil(keep())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOlder().then(() => self.clients.claim()))
})

/** A new version waits until the user requests it, or until no page of the old one is open. */
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // Requests for data, and the documentation, always go to the server.
  if (/^\/(api|health|metrics|support-bundle|docs)\b/.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(pageOrOffline(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(kept(request))
  else if (shell.includes(pathname)) event.respondWith(freshOrKept(request))
})

/** A message of the server: what it says is in it, so that nothing has to be requested first. */
self.addEventListener('push', (event) => {
  event.waitUntil(showMessage(event.data))
})

self.addEventListener('notificationclick', (event) => {
  const { url } = event.notification.data ?? {}
  event.notification.close()
  event.waitUntil(event.action === 'acknowledge' ? noteSeen(url) : openAddress(url))
})

/** `{title, body, url, id, actions}`, as the server seals it; one that cannot be read is empty. */
function messageOf(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

async function showMessage(data) {
  const { title = 'Packboard', body = '', url = '/', id, actions = [] } = messageOf(data)
  // Every push has to show something: the browser withdraws the right of who does not. The same message replaces itself.
  await self.registration.showNotification(title, {
    body,
    icon: '/icons/packboard-192.png',
    data: { url },
    actions,
    ...(id !== undefined && { tag: id }),
  })
}

/** The button of a message is the press that notes it, in the name of its recipient; the page shows what came of it. */
async function noteSeen(url = '/') {
  const { origin, pathname } = new URL(url, self.location.origin)
  const token = /^\/alert\/([\w-]{43})$/.exec(pathname)?.[1]
  if (token !== undefined && origin === self.location.origin) {
    // Without a network the page has the button, too.
    await fetch(`/api/alert-link/${token}`, { method: 'POST' }).catch(() => {})
  }
  await openAddress(url)
}

/** Shows a page of this installation, in a window that is open where there is one; a foreign address opens none. */
async function openAddress(url = '/') {
  const { origin, href } = new URL(url, self.location.origin)
  if (origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const one of windows) {
    if (one.url === href) return one.focus()
  }
  return self.clients.openWindow(href)
}

async function keep() {
  const cache = await caches.open(cacheName)
  await cache.addAll(shell.map((path) => new Request(path, { cache: 'reload' })))
  await cache.addAll(files)
}

async function forgetOlder() {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(older.map((name) => caches.delete(name)))
}

/** The page as the server has it now; without a server, or when only its proxy answers, the offline page. */
async function pageOrOffline(request) {
  const offline = () => caches.match('/offline.html', { cacheName })
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
    const gateOnly = [502, 503, 504].includes(answer.status)
    return gateOnly ? ((await offline()) ?? answer) : answer
  } catch (error) {
    const page = await offline()
    if (page) return page
    throw error
  }
}

/** Files whose name says that their content never changes. */
async function kept(request) {
  return (await caches.match(request, { cacheName })) ?? fetch(request)
}

async function freshOrKept(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const copy = await caches.match(request, { cacheName })
    if (copy) return copy
    throw error
  }
}
