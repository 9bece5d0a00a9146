import type { EarlyAnswers } from '../src/lib/early-answers.ts'

interface Screen {
  files: number[]
  calls: string[]
}

export interface EarlyScreens {
  /** Addresses of all files that are named. */
  files: string[]
  /** By address of the route: the files, as positions in `files`, and what is asked of the server; `{7}` stands for the day a week ago in Jakarta. */
  screens: Record<string, Screen>
  /** What comes to it at exactly this address, query included. What is sorted is not asked for where this browser remembers an order under `sortedBy`. */
  exactly: Record<string, Screen & { sortedBy?: string | undefined }>
  /** Calls of every screen: without a session, of an account that is not complete, and of one that is. */
  calls: { always: string[]; member: string[]; complete: string[] }
  /** The call whose first picture is the largest thing of its screen. */
  pictured: string
}

/**
 * Stands in index.html as text and runs before anything is loaded (early-screens.ts puts it there), so it may use nothing from around it. Tells
 * the browser which files the screen at this address needs, and asks for what it shows; `lib/early-answers.ts` takes the answers over.
 */
export function beginEarly({ files, screens, exactly, calls, pictured }: EarlyScreens) {
  // A program that does not come, for want of a network or because there is a newer version, leaves no blank page.
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
    // As in lib/session.ts: signing in again repairs it.
  }
  const { token, user } = kept
  const complete = user?.complete === true && user.member?.syaratketentuan === 1
  const here = location.pathname.split('/')
  const found = Object.entries(screens).find(([path]) => {
    const parts = path.split('/')
    return parts.length === here.length && parts.every((part, at) => part === here[at] || (part.startsWith('$') && here[at]))
  })
  const isPublic = found !== undefined && !found[1].files.includes(0)
  // Where the guards of the routes lead (routes/guards.ts).
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

  // On its way before the program is there, which asks for it again and has it at once.
  const beginPicture = async (answer: Promise<Response>) => {
    try {
      const { data } = (await (await answer).clone().json()) as { data: { image: string }[] }
      if (data[0]) new Image().src = data[0].image
    } catch {
      // Whoever takes the answer hears of it.
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
    // Who takes it hears of the failure.
    answer.catch(() => undefined)
    answers.set(address, answer)
    if (address === pictured) void beginPicture(answer)
  }
  window.lapakEarly = { token, answers, at }
}
