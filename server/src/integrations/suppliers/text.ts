/** Shortens and cleans untrusted texts before they are read. */
import { textMax } from '#integrations/suppliers/compile-patterns.ts'

const serialNumberMax = 200

/** Cleans serial numbers and names of customers, which reach screens, receipts and other servers: removes control and direction characters. */
export function readableText(text: string): string | null {
  const clean = clip(withoutEnd(oneLine(text)), serialNumberMax)
  return /[\p{L}\p{N}]/u.test(clean) && !/^(?:null|undefined|none)$/i.test(clean) ? clean : null
}

/** A loop instead of a pattern: a pattern that is anchored at the end is tried again from each character of a long run. */
function withoutEnd(text: string): string {
  let end = text.length
  for (;;) {
    const last = text.slice(0, end).at(-1) ?? 'none'
    const sign = /[\udc00-\udfff]/.test(last) ? text.slice(end - 2, end) : last
    if (!' .,;|/'.includes(sign) && !picture.test(sign)) return text.slice(0, end)
    end -= sign.length
  }
}

/** Pictures that chat programs add: '✅', '🙏', with the signs that join and colour them. */
const picture = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)$/u

/** The text that patterns are applied to: one line, at most 4 kB. A web page (proxy, captive portal) counts as an empty text. */
export function plainText(body: string): string {
  const text = clip(body, textMax)
  return isPage(text) ? '' : withoutChatMarkup(oneLine(withoutMarkup(text)))
}

/** Signs that chat programs show as bold or as code: '*SN*: `5123…`'. A masked name ('BUDI***') and '*888#' have no such pair around a word. */
const withoutChatMarkup = (text: string): string =>
  /[*`_~]/.test(text) ? text.replace(/(?<![\w*`_~#])([*`_~]{1,3})(?=[^\s*`_~])([^*`_~]{1,80})(?<=\S)\1(?![\w*`_~#])/g, '$2') : text

/** Some servers format their answers for a browser: `SUKSES.<br><br>SN: 77`, `<pre>…</pre>`. */
const withoutMarkup = (text: string): string =>
  (text.includes('&') ? text.replace(entity, (sign) => signs[sign] ?? sign) : text).replace(markup, ' ')

const entity = /&(?:amp|lt|gt|quot|#39);/g
const signs: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

const markup = /<\/?(?:br|p|pre|b|i|u|em|strong|small|font|span|div|center|code|tt|nobr|h\d|td|tr)\b[^<>]{0,100}>|&nbsp;/gi

export const isMarkup = (body: string): boolean =>
  /^\s*<(?:br|p|pre|b|i|u|em|strong|small|font|span|div|center|code|tt|nobr|h\d)\b/i.test(body)

export const isPage = (text: string): boolean => /^\s*(?:<\?xml[^>]{0,100}>\s{0,100})?<(?:!doctype|html|head|body)/i.test(text)

/** Replaces white space and control characters by single spaces, so that patterns do not try each part of a long run. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** Expands the usual abbreviations, so that rules need the full words only. Does not change references, codes and numbers. */
export const spelledOut = (text: string): string =>
  text
    .replace(deniedShort, 'tidak')
    .replace(/\bno\.(?=hp\b)/gi, 'no ')
    .replace(abbreviation, (word) => abbreviated.get(word.toLowerCase()) ?? abbreviated.get(word.toLowerCase().replace(/nya$/, '')) ?? word)

/** 'g sukses', 'g ada': a single letter, so only directly before such a word. */
const deniedShort = /(?<![\w./-]|\d )g(?= (?:sukses|berhasil|ada|bisa|jadi|masuk|jawab|respon|keluar|dapat|dpt|terkirim|cukup|ckup)\b)/gi

const abbreviated = new Map(
  Object.entries({
    ...{
      tdk: 'tidak',
      tdak: 'tidak',
      gak: 'tidak',
      gk: 'tidak',
      nggak: 'tidak',
      ngga: 'tidak',
      enggak: 'tidak',
      ndak: 'tidak',
      tak: 'tidak',
      ga: 'tidak',
      kagak: 'tidak',
      kaga: 'tidak',
      kgk: 'tidak',
      ora: 'tidak',
      gada: 'tidak ada',
      gaada: 'tidak ada',
    },
    ...{
      blm: 'belum',
      blum: 'belum',
      blom: 'belum',
      belon: 'belum',
      blon: 'belum',
      sblm: 'sebelum',
      sblmnya: 'sebelumnya',
      sdh: 'sudah',
      udh: 'sudah',
      udah: 'sudah',
    },
    ...{ tlh: 'telah', msh: 'masih', sdg: 'sedang', sdang: 'sedang', yg: 'yang', krn: 'karena', karna: 'karena', utk: 'untuk' },
    ...{ jgn: 'jangan', tp: 'tapi', ttp: 'tetap', tggu: 'tunggu', tgu: 'tunggu', tnggu: 'tunggu', kmrn: 'kemarin', mgkn: 'mungkin' },
    ...{ trkhr: 'terakhir', trakhir: 'terakhir', dlm: 'dalam', dgn: 'dengan', hrs: 'harus', bs: 'bisa', dpt: 'dapat', lg: 'lagi' },
    ...{ prnh: 'pernah', prnah: 'pernah', sbg: 'sebagai' },
    ...{
      slh: 'salah',
      ggn: 'gangguan',
      hbs: 'habis',
      abis: 'habis',
      ksg: 'kosong',
      ckp: 'cukup',
      sld: 'saldo',
      sldo: 'saldo',
      stk: 'stok',
      ckup: 'cukup',
      ono: 'ada',
      balesan: 'balasan',
    },
  }),
)
const abbreviation = /(?<![\w#./-])[a-z]{2,8}(?![\w/-]|\.\d)/gi

/** Truncates a text. If the cut leaves half of a surrogate pair, that half is replaced, since PostgreSQL would refuse it. */
export function clip(text: string, length: number): string {
  return (text.length > length ? text.slice(0, length) : text).toWellFormed()
}
