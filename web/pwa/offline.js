/** The page that is shown without a server: it says since when, and returns by itself when the server answers. */
const retryMs = 10_000
const opened = Date.now()

/** The page is written in English; readers of the other languages get these texts. `{since}` is printed bold. */
const translations = {
  de: {
    title: 'Offline',
    lost: 'Packboard ist {since} nicht erreichbar.',
    since: 'seit {at} ({zone})',
    reason:
      'Es werden keine Zahlen gezeigt, denn sie wären alt. Ist nur dieses Gerät getrennt, werden die Maschinen weiter aufgezeichnet.',
    again: 'Erneut versuchen',
    next: 'Alle 10 Sekunden folgt von selbst ein neuer Versuch.',
  },
  it: {
    title: 'Offline',
    lost: 'Packboard non è raggiungibile {since}.',
    since: 'dal {at} ({zone})',
    reason:
      'Non viene mostrato nessun valore, perché sarebbe vecchio. Se è scollegato solo questo dispositivo, le macchine continuano a essere registrate.',
    again: 'Riprova',
    next: 'Nuovo tentativo automatico ogni 10 secondi.',
  },
  es: {
    title: 'Sin conexión',
    lost: 'No se puede acceder a Packboard {since}.',
    since: 'desde el {at} ({zone})',
    reason:
      'No se muestra ninguna cifra, porque sería antigua. Si solo este dispositivo está desconectado, las máquinas se siguen registrando.',
    again: 'Reintentar',
    next: 'Se intenta de nuevo automáticamente cada 10 segundos.',
  },
  fr: {
    title: 'Hors ligne',
    lost: 'Packboard est injoignable {since}.',
    since: 'depuis le {at} ({zone})',
    reason:
      'Aucun chiffre n’est affiché, car il serait ancien. Si seul cet appareil est coupé, les machines continuent d’être enregistrées.',
    again: 'Réessayer',
    next: 'Nouvel essai automatique toutes les 10 secondes.',
  },
}

/** The language that was chosen on the screens, else the first supported language of the browser; else English. */
function language() {
  const spoken = ['en', ...Object.keys(translations)]
  let chosen = null
  try {
    chosen = localStorage.getItem('packboard.language')
  } catch {
    // Without storage the browser still reports its languages.
  }
  const wanted = [chosen ?? '', ...navigator.languages].map(
    (tag) => tag.toLowerCase().split('-')[0],
  )
  return wanted.find((tag) => spoken.includes(tag)) ?? 'en'
}

const two = (number) => String(number).padStart(2, '0')

/** `21-11-2026 14:32:10`, in the browser's zone. */
function text(ms) {
  const at = new Date(ms)
  const day = `${two(at.getDate())}-${two(at.getMonth() + 1)}-${at.getFullYear()}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** When the last answer came, as the screens stored it; else when this page was opened. */
function since() {
  try {
    const noted = Number(localStorage.getItem('packboard.answered'))
    if (noted > 0 && noted <= opened) return noted
  } catch {
    // Without storage only the time of opening is known.
  }
  return opened
}

async function tryAgain() {
  try {
    const answer = await fetch('/health/live', { cache: 'no-store' })
    if (answer.ok) location.reload()
  } catch {
    // The server still does not answer.
  }
}

const place = (id) => document.getElementById(id)
const tag = language()
const said = translations[tag]
if (said) {
  document.documentElement.lang = tag
  document.title = `${said.title} · Packboard`
  place('title').textContent = said.title
  const [before, after] = said.lost.split('{since}')
  place('lost').replaceChildren(before, place('since'), after)
  place('reason').textContent = said.reason
  place('again').textContent = said.again
  place('next').textContent = said.next
}
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const [before, after] = (said?.since ?? 'since {at} ({zone})').replace('{zone}', zone).split('{at}')
// The date does not break at its hyphens.
const at = document.createElement('span')
at.textContent = text(since())
place('since').replaceChildren(before, at, after)
place('again').addEventListener('click', () => location.reload())
addEventListener('online', tryAgain)
setInterval(tryAgain, retryMs)
