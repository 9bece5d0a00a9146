import type { EarlyAnswers } from '../src/lib/early-answers.ts'

interface Screen {
  files: number[]
  calls: string[]
}

export interface EarlyScreens {
  /** Paths of all files that `screens` and `exactly` refer to by their index in this array. */
  files: string[]
  /**
   * The key is a route path; the value has the files of the screen (as indexes of `files`) and its requests. In a request, `{7}` is replaced by the
   * date of 7 days ago in Jakarta.
   */
  screens: Record<string, Screen>
  /**
   * Additional files and requests for a screen that is opened at exactly this URL, including the query. Requests with a `sort` parameter are skipped
   * if this browser stores a sort order under the key `sortedBy`.
   */
  exactly: Record<string, Screen & { sortedBy?: string | undefined }>
  /**
   * Requests of every screen: `always` is also for visitors without a session, `member` for members whose account may be incomplete, `complete` only
   * for members with a complete account.
   */
  calls: { always: string[]; member: string[]; complete: string[] }
  /** The request whose answer contains the picture that is the largest element of its screen. */
  pictured: string
}

/**
 * Inlined as text into index.html by early-screens.ts. This function runs before any module is loaded, so it must not use anything outside itself. It
 * preloads the files of the screen at the current URL and starts the requests of that screen; `lib/early-answers.ts` takes over the answers.
 */
export function beginEarly({ files, screens, exactly, calls, pictured }: EarlyScreens) {
  // A script can fail to load because there is no network or a newer version was deployed. Then a message is shown instead of a blank page.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return
      const [words, again] = [document.createElement('p'), document.createElement('button')]
      words.textContent = 'Lapak belum bisa dibuka. Periksa koneksi internet Anda.'
      again.textContent = 'Muat ulang'
      again.onclick = () => location.reload()
      document.querySelector('.splash')?.replaceChildren(words, again)
    },
    true,
  )

  interface Kept {
    token?: string
    user?: { complete?: boolean; member?: { syaratketentuan?: 0 | 1 } }
  }
  let kept: Kept = {}
  try {
    kept = JSON.parse(localStorage.getItem('lapak.session') ?? '{}') ?? {}
  } catch {
    // An invalid stored session is ignored as in lib/session.ts: the next sign-in overwrites it.
  }
  const { token, user } = kept
  const complete = user?.complete === true && user.member?.syaratketentuan === 1
  const here = location.pathname.split('/')
  const found = Object.entries(screens).find(([path]) => {
    const parts = path.split('/')
    return parts.length === here.length && parts.every((part, at) => part === here[at] || (part.startsWith('$') && here[at]))
  })
  const isPublic = found !== undefined && !found[1].files.includes(0)
  // Redirects as the route guards do (routes/guards.ts).
  const led = token && found?.[0] === '/login' ? '/home' : !token && !isPublic ? '/login' : undefined
  const screen = led ? screens[led] : (found?.[1] ?? screens[''])

  const exact = led || !complete ? undefined : exactly[location.pathname + location.search]

  for (const at of [...(screen?.files ?? []), ...(exact?.files ?? [])]) {
    const file = files[at] ?? ''
    const link = document.createElement('link')
    const isScript = file.endsWith('.js')
    link.rel = isScript ? 'modulepreload' : 'preload'
    if (!isScript) link.as = 'style'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }

  // Preloads the picture before the web app starts, so that the web app gets it from the browser's cache.
  const beginPicture = async (answer: Promise<Response>) => {
    try {
      const { data } = (await (await answer).clone().json()) as { data: { image: string }[] }
      if (data[0]) new Image().src = data[0].image
    } catch {
      // The code that takes over the answer handles the error.
    }
  }
  const at = Date.now()
  const answers: EarlyAnswers['answers'] = new Map()
  const dayInJakarta = (daysAgo: number) => new Date(at + (7 - 24 * daysAgo) * 3_600_000).toISOString().slice(0, 10)
  const isSorted = exact?.sortedBy !== undefined && localStorage.getItem(`lapak.${exact.sortedBy}`) !== null
  const exactCalls = exact?.calls.filter((address) => !isSorted || !address.includes('sort=')) ?? []
  const own = screen && complete ? [...screen.calls, ...exactCalls] : []
  for (const named of [...calls.always, ...(token ? calls.member : []), ...(token && complete ? [...calls.complete, ...own] : [])]) {
    const address = named.replace(/\{(\d)\}/g, (_, daysAgo) => dayInJakarta(Number(daysAgo)))
    const isOpen = address.startsWith('/public/')
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (token && !isOpen) headers.Authorization = `Bearer ${token}`
    const answer = fetch(address, { headers })
    // The code that takes over the answer handles a failure; this handler only avoids an unhandled rejection.
    answer.catch(() => undefined)
    answers.set(address, answer)
    if (address === pictured) void beginPicture(answer)
  }
  window.lapakEarly = { token, answers, at }
}
