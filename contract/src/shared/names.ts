import { plainText } from './wire.ts'

/**
 * Names of people and shops. A name must not imitate another name. So invisible characters are refused, and all letters must belong to one script and
 * be everyday letters of it. The server also checks whether two shop names look the same.
 */
export const personName = (max: number) =>
  plainText(max)
    .overwrite((name) =>
      name
        .normalize('NFC')
        .replace(/\p{Zs}+/gu, ' ')
        .trim(),
    )
    .refine((name) => !hasInvisible(name), 'Nama berisi karakter yang tidak terlihat')
    .refine((name) => isOfOneScript(name) && !hasOddLetters(name), 'Gunakan huruf biasa dari satu jenis aksara')

/** Zero-width, directional, filler and private-use characters. Characters that join emoji or change their colour are allowed within an emoji. */
function hasInvisible(name: string): boolean {
  const withoutEmoji = name.replace(/\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}|\u200d(?=\p{Extended_Pictographic}))*/gu, '')
  return /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u2800]/u.test(withoutEmoji)
}

/** Letters that are variants of other letters (𝐀, Ａ, Ⓐ, ﬁ), phonetic letters, and three or more consecutive combining marks. */
function hasOddLetters(name: string): boolean {
  if (/\p{Script=Inherited}{3}/u.test(name)) return true
  return [...name].some((sign) => dressedUp(sign) || phonetic.test(sign))
}

const dressedUp = (sign: string) => !'™℠№'.includes(sign) && sign.normalize('NFKC') !== sign && /\p{L}/u.test(sign.normalize('NFKC'))

/** Small capitals, clicks and similar letters. Letters that present-day alphabets use are not included. */
const phonetic =
  /[\u01c0-\u01c3\u0250-\u0252\u0255\u0258\u025a\u025c-\u0271\u0273-\u02af\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/u

/** The digits 0 to 9 may be combined with letters of any script; the digits of another script only with letters of that script. */
function isOfOneScript(name: string): boolean {
  const letters = [...name].filter((sign) => /[\p{L}\p{Nd}]/u.test(sign) && !/[0-9\u02bb\u02bc]/.test(sign)).join('')
  return letters === '' || scripts.some((script) => script.test(letters))
}

/** Scripts of living languages. Chinese, Japanese and Korean combine several scripts, which count as one. */
const scripts = [
  /^\p{scx=Latin}+$/u,
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+$/u,
  /^[\p{scx=Han}\p{scx=Hangul}]+$/u,
  /^[\p{scx=Han}\p{scx=Bopomofo}]+$/u,
  /^\p{scx=Arabic}+$/u,
  /^\p{scx=Armenian}+$/u,
  /^\p{scx=Balinese}+$/u,
  /^\p{scx=Batak}+$/u,
  /^\p{scx=Bengali}+$/u,
  /^\p{scx=Buginese}+$/u,
  /^\p{scx=Cyrillic}+$/u,
  /^\p{scx=Devanagari}+$/u,
  /^\p{scx=Ethiopic}+$/u,
  /^\p{scx=Georgian}+$/u,
  /^\p{scx=Greek}+$/u,
  /^\p{scx=Gujarati}+$/u,
  /^\p{scx=Gurmukhi}+$/u,
  /^\p{scx=Hebrew}+$/u,
  /^\p{scx=Javanese}+$/u,
  /^\p{scx=Kannada}+$/u,
  /^\p{scx=Khmer}+$/u,
  /^\p{scx=Lao}+$/u,
  /^\p{scx=Malayalam}+$/u,
  /^\p{scx=Mongolian}+$/u,
  /^\p{scx=Myanmar}+$/u,
  /^\p{scx=Rejang}+$/u,
  /^\p{scx=Sinhala}+$/u,
  /^\p{scx=Sundanese}+$/u,
  /^\p{scx=Tamil}+$/u,
  /^\p{scx=Telugu}+$/u,
  /^\p{scx=Thai}+$/u,
  /^\p{scx=Tibetan}+$/u,
]
