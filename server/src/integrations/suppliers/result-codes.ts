/**
 * What the numbers of the trade say about a failure, in fields and in words. If systems give one number different meanings, the more careful meaning
 * is used. Source: the published lists of Digiflazz, IRS and IAK; the numbers of OtomaX are those that its users quote.
 */

/**
 * `call`: the call was refused (41 signature, 45 address, 83 limit, 17 and 18 of IRS, 103 and 110 of IAK, 400 …). `reference`: the reference was
 * refused (49, 62 …), or the number does not tell whether the order exists (50). `doubt`: a server failed during the request (500 …), or the order is
 * still running.
 */
export type MeaningOfCode = 'call' | 'reference' | 'doubt'

export const isRunningCode = (code: string): boolean => /^(?:0?[13]|0?0?39|0?0?68|99|201)$/.test(code)

export function meaningOfCode(code: string): MeaningOfCode | null {
  const number = code.replace(/^0+(?=\d)/, '')
  if (/^4[0-2]\d$/.test(number)) return 'call'
  if (/^5\d\d$/.test(number)) return 'doubt'
  return callCodes.has(number) ? 'call' : referenceCodes.has(number) ? 'reference' : null
}

/** OtomaX calls 43 a balance that is too low and 55 a time-out; as `rc`, the same numbers are about the goods. */
export const meaningOfOtomaxState = (state: string): MeaningOfCode | null => (state === '43' ? 'call' : state === '55' ? 'doubt' : null)

/**
 * The meaning of a code that counts even next to words about the goods: a running order (IRS, IAK), or an HTTP status that refuses the caller or
 * reports a broken server. 68 is left out, since Digiflazz uses it for goods that are out of stock, and so is 404.
 */
export function meaningDespiteGoods(code: string): MeaningOfCode | null {
  if (/^40[137]$|^429$/.test(code)) return 'call'
  return /^(?:0[13]|0?0?39|99|201|5\d\d)$/.test(code) ? 'doubt' : null
}

/**
 * The meaning of the code that a text gives next to a failure; `unclear` if nobody here knows the code, null if the text has none. 'Err 17' may be a
 * number of the operator, so only a code that calls itself one ends the call.
 */
export function meaningOfCodeIn(text: string, from: number): MeaningOfCode | 'unclear' | null {
  const found = codeIn(text, from)
  if (found === null) return null
  const meaning = isRunningCode(found.code) ? 'doubt' : meaningOfCode(found.code)
  return meaning === 'call' && /^e/i.test(found.label) ? 'unclear' : (meaning ?? 'unclear')
}

/** The code next to a failure, with the label before it; null if there is none, or only zeros. */
export function codeIn(text: string, from: number): { label: string; code: string } | null {
  const { label = '', bracketed, code = bracketed } = (labelled.exec(text) ?? behindState.exec(text.slice(from, from + 40)))?.groups ?? {}
  return code === undefined || /^0+$/.test(code) ? null : { label, code }
}

/** '[RC:68]', 'Error 500', 'E-17'. */
const labelled =
  /\b(?<label>rc|ec|e|(?:http|response|resp|result|error|err)(?: ?code)?|kode (?:respon|rc|error))(?: ?[:=#] ?|[ -])(?<code>\d{2,4})\b(?![.,:/]\d)/i
/**
 * Codes directly after the state, with brackets or as a sentence of its own: 'GAGAL (45).', 'GAGAL #500', 'GAGAL. 504.', 'GAGAL. E99.',
 * 'GAGAL. Status: 43.'
 */
const behindState =
  /^[ .,:;-]{0,3}(?:[([#] ?(?<bracketed>\d{2,4}) ?[)\]]?(?!\w|[.,:/-]\d)|(?:(?:status|kode|code)[ .:=#-]{1,3}|(?<label>e))?(?<code>\d{2,4})(?= ?(?:[.;|](?: |$)|$)))/i

const numbers = (line: string): ReadonlySet<string> => new Set(line.split(' '))
const callCodes = numbers('11 12 13 17 18 40 41 42 44 45 61 64 67 69 72 80 81 82 83 85 86 102 103 107 110 117 118 203 204 205 206')
const referenceCodes = numbers('1 28 47 49 50 62 63 65 70 99 202 207')
