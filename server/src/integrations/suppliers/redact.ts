/** What is hidden of texts that people are shown. */

export const hidden = '***'

/** `encodeURIComponent` throws on half a character, and a target number is what somebody typed. */
export function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

/** Shorter secrets occur in every number; they are hidden where they stand alone, and anybody guesses them. */
const hiddenAnywhere = 4

/**
 * Servers repeat what they were sent. Where somebody sees what has been made of a text of its own, `typed` is hidden as secrets are, and
 * every part of it that may be one: what is hidden there would else say that the secret was guessed.
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

/** What overlaps or touches is hidden as one. */
function without(text: string, places: Place[]): string {
  let clean = ''
  let shown = 0
  for (const { from, to } of places.sort((one, other) => one.from - other.from)) {
    if (from > shown || shown === 0) clean += text.slice(shown, from) + hidden
    shown = Math.max(shown, to)
  }
  return clean + text.slice(shown)
}
