import { multilineText } from './wire.ts'

/** Characters that change the text direction. The text after them would be displayed in a different order than it is stored. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Invisible characters of every Unicode category: fillers, joiners, tags, the Braille blank, musical notes and signs without a glyph. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]/gu

/** True when the text contains at least one visible character. A combining mark without a base character does not count. */
const isSeen = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(unseen, ''))

/**
 * Multi-line text that a member writes for other members. Characters that change the direction are removed; a text without visible characters is
 * refused.
 */
export const messageText = (max: number) =>
  multilineText(max)
    .transform((text) => text.replace(directions, '').trim())
    .refine((text) => text === '' || isSeen(text), 'Tulis teks yang terlihat')
