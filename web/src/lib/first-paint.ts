import type { QueryClient } from '@tanstack/react-query'
import { createStore, useSelector } from '@tanstack/react-store'

/** The maximum wait in milliseconds: a slow request of the first screen must not delay all other work. */
const atMostMs = 4_000

const painted = createStore(false)

/**
 * Whether the first screen shows its content. Work that can wait starts only then, so that it does not compete with the first screen for network and
 * processor.
 */
export const useHasPainted = (): boolean => useSelector(painted)

const frame = () => new Promise((done) => requestAnimationFrame(done))
/** Resolves after the next frames. Documents in the background get no animation frames, so there is a timeout. */
const soon = () => Promise.race([frame().then(frame), new Promise((done) => setTimeout(done, 200))])
/** Resolves when the browser is idle, or after half a second. */
export const whenIdle = () =>
  new Promise<void>((done) => ('requestIdleCallback' in window ? requestIdleCallback(() => done(), { timeout: 500 }) : done()))

function untilRead(queries: QueryClient): Promise<void> {
  return new Promise((done) => {
    const look = () => {
      if (queries.isFetching() > 0) return
      stop()
      done()
    }
    const stop = queries.getQueryCache().subscribe(look)
    look()
  })
}

const isInSight = (image: HTMLImageElement) => image.getBoundingClientRect().top < window.innerHeight
const untilSeen = () =>
  Promise.all(
    [...document.images].filter((image) => !image.complete && isInSight(image)).map((image) => image.decode().catch(() => undefined)),
  )

/** Waits repeatedly, because an answer may cause another request. */
async function untilShown(queries: QueryClient) {
  do {
    await untilRead(queries)
    await soon()
  } while (queries.isFetching() > 0)
  await untilSeen()
  await untilDrawn()
}

const calmMs = 150

/** Waits until the browser has painted the content. Browsers report this with a delay, and some browsers do not report it. */
function untilDrawn(): Promise<void> {
  const kind = 'largest-contentful-paint'
  if (!PerformanceObserver.supportedEntryTypes.includes(kind)) return Promise.resolve()
  return new Promise((done) => {
    let calm: number | undefined
    const observer = new PerformanceObserver(() => {
      window.clearTimeout(calm)
      calm = window.setTimeout(() => {
        observer.disconnect()
        done()
      }, calmMs)
    })
    observer.observe({ type: kind, buffered: true })
  })
}

/** Called once, after the first rendering. */
export async function watchFirstPaint(queries: QueryClient) {
  await soon()
  await Promise.race([untilShown(queries), new Promise((done) => setTimeout(done, atMostMs))])
  await whenIdle()
  performance.mark('first-screen')
  painted.setState(() => true)
}
