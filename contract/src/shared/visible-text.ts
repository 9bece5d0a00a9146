import { multilineText } from './wire.ts'

/** Characters that turn the direction of what follows would make a text read otherwise than it is. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Nothing of these is seen, whatever Unicode calls them: fillers, joiners, tags, the blank of Braille, notes and signs without a shape. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]/gu

/** Whether a reader would see anything. A mark alone stands on nothing. */
const isSeen = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(unseen, ''))

/** What members write for others to read, of several lines. It reads as it is written, and where it says something that can be seen. */
export const messageText = (max: number) =>
  multilineText(max)
    .transform((text) => text.replace(directions, '').trim())
    .refine((text) => text === '' || isSeen(text), 'Tulis teks yang terlihat')
