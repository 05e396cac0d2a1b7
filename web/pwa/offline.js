/** The page for the time without a server: says since when, and comes back by itself. */
const retryMs = 10_000
const opened = Date.now()

const two = (number) => String(number).padStart(2, '0')

/** `21-11-2026 14:32:10`, in the browser's zone. */
function text(ms) {
  const at = new Date(ms)
  const day = `${two(at.getDate())}-${two(at.getMonth() + 1)}-${at.getFullYear()}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** When an answer came last, as the screens noted it; else when this page was opened. */
function since() {
  try {
    const noted = Number(localStorage.getItem('packboard.answered'))
    if (noted > 0 && noted <= opened) return noted
  } catch {
    // A browser that keeps nothing for us: the time of opening is all that is known.
  }
  return opened
}

async function tryAgain() {
  try {
    const answer = await fetch('/health/live', { cache: 'no-store' })
    if (answer.ok) location.reload()
  } catch {
    // Still nobody there.
  }
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
document.getElementById('since').textContent = `since ${text(since())} (${zone})`
document.getElementById('again').addEventListener('click', () => location.reload())
addEventListener('online', tryAgain)
setInterval(tryAgain, retryMs)
