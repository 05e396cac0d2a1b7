/** Installs the worker that keeps the shell for the time without a server, once the page itself is there. */
export function installShellWorker() {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return
  const register = () => {
    // Without it everything works but the offline page; a browser in private mode may refuse it.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

/** Loads the page anew, with the worker of the new version if one waits. */
export async function reloadIntoNewVersion() {
  const waiting = await navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.waiting)
    .catch(() => undefined)
  waiting?.postMessage('take over')
  window.location.reload()
}
