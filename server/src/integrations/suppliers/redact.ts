/** The replacement for secrets in texts that people see. */

export const hidden = '***'

/** `encodeURIComponent` throws on a lone surrogate, and a target is user input. */
export function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

/** Shorter secrets occur in every number, so they are hidden only if no letter or digit adjoins them; they are easy to guess anyway. */
const hiddenAnywhere = 4

/**
 * Hides secrets, since servers repeat the requests that they receive. `typed` is text that the viewer has entered. It is hidden like a secret, with
 * every part that may be a secret: otherwise a hidden part would confirm a guessed secret.
 */
export function redact(text: string, secrets: readonly string[], typed: readonly string[] = []): string {
  const found = secrets.flatMap(formsOf).flatMap((form) => placesOf(text, form, form.length < hiddenAnywhere))
  const guessed = [...new Set(typed.flatMap(partsOf))].flatMap((part) => placesOf(text, part, false))
  return without(text, [...found, ...guessed])
}

const formsOf = (secret: string): string[] => (secret === '' ? [] : [...new Set([secret, encode(secret)])])

function partsOf(typed: string): string[] {
  const forms = new Set([typed, typed.toUpperCase(), typed.toLowerCase(), encode(typed)])
  return [...forms].flatMap((form) =>
    form.length <= hiddenAnywhere
      ? formsOf(form)
      : Array.from({ length: form.length - hiddenAnywhere + 1 }, (_, at) => form.slice(at, at + hiddenAnywhere)),
  )
}

interface Place {
  from: number
  to: number
}

function placesOf(text: string, part: string, alone: boolean): Place[] {
  const places: Place[] = []
  for (let from = text.indexOf(part); from >= 0; from = text.indexOf(part, from + 1)) {
    const to = from + part.length
    if (alone && (continuesWord.test(text[from - 1] ?? '') || continuesWord.test(text[to] ?? ''))) continue
    places.push({ from, to })
  }
  return places
}

const continuesWord = /[A-Za-z0-9]/

/** Overlapping and adjacent places are hidden as one. */
function without(text: string, places: Place[]): string {
  let clean = ''
  let shown = 0
  for (const { from, to } of places.sort((one, other) => one.from - other.from)) {
    if (from > shown || shown === 0) clean += text.slice(shown, from) + hidden
    shown = Math.max(shown, to)
  }
  return clean + text.slice(shown)
}
